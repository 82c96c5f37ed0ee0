import { storageHandlers } from '../resources/release-assets.ts'
import { accountHandlers } from './account.ts'
import { actionHandlers } from './actions.ts'
import { billingHandlers } from './billing.ts'
import { builderHandlers } from './builder.ts'
import { cloudlinkHandlers } from './cloudlink.ts'
import { proxyHandlers } from './devices-proxy.ts'
import { downloadHandlers } from './downloads.ts'
import type { firstHandlers } from './first-handlers.ts'
import { identityHandlers } from './identity.ts'
import { invitationHandlers } from './invitations.ts'
import { keyHandlers } from './keys.ts'
import { oauthHandlers } from './oauth.ts'
import { registryHandlers } from './registry.ts'
import type { AllServiceHandlers } from './service-types.ts'
import { singleSignOnHandlers } from './single-sign-on.ts'
import { stateHandlers } from './state.ts'
import { supportHandlers } from './support.ts'
import { twoFactorHandlers } from './two-factor.ts'

/** The handlers of all other operations. The type makes a missing handler a compile error. */
export const laterHandlers: Omit<AllServiceHandlers, keyof typeof firstHandlers> = {
  ...actionHandlers,
  ...builderHandlers,
  ...cloudlinkHandlers,
  ...downloadHandlers,
  ...accountHandlers,
  ...twoFactorHandlers,
  ...singleSignOnHandlers,
  ...oauthHandlers,
  ...identityHandlers,
  ...invitationHandlers,
  ...keyHandlers,
  ...proxyHandlers,
  ...stateHandlers,
  ...storageHandlers,
  ...registryHandlers,
  ...billingHandlers,
  ...supportHandlers,
}
