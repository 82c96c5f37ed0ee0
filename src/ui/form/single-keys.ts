import { asBoolean, createStored } from '../../lib/stored.ts'

/** Whether letters and signs alone are shortcuts; who speaks to the machine, or whose hand slips, turns them off (WCAG 2.1.4). */
export const singleKeys = createStored('single-key-shortcuts', true, asBoolean)
