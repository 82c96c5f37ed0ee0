import { asBoolean, createStored } from '@/lib/stored.ts'

/** Whether single-key shortcuts are on; they can be turned off for speech input and accidental key presses (WCAG 2.1.4). */
export const singleKeys = createStored('single-key-shortcuts', true, asBoolean)
