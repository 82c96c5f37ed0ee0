import { asBoolean, createStored } from '@/lib/stored.ts'

/** Applications of class app are shown (spec 1 §1). */
export const appsShown = createStored('display-apps', false, asBoolean)
