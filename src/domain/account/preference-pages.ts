import { offers } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { preferenceTabText as text } from '@/messages/preferences/preference-tabs.ts'

/** The preference pages, in the order of the menu. */
export const preferencePages = () => [
  { to: paths.preferences('details'), label: text.details },
  { to: paths.preferences('sshkeys'), label: text.sshKeys },
  { to: paths.preferences('access-tokens'), label: text.accessTokens },
  ...(offers('profile') ? [{ to: paths.preferences('profile'), label: text.profile }] : []),
  ...(offers('twoFactor') ? [{ to: paths.preferences('2fa'), label: text.twoFactor }] : []),
  { to: paths.preferences('experimental'), label: text.display },
]
