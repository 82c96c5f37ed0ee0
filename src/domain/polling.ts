/**
 * Polling intervals in milliseconds of the platform's clock. Polling stops while the page is hidden
 * (`src/api/query-client.ts`), and must stay within the 350 requests per minute allowed for an IP address (docs/platform).
 */

// Fleets and their parts.
export const fleetList = 8_000
export const fleet = 8_000
export const fleetSettings = 8_000
export const fleetsNeedingAttention = 15_000
/** A running build. */
export const build = 2_000
export const releases = 6_000
export const releaseSelector = 15_000
/** The log of a running build. */
export const buildLog = 2_000
export const variables = 60_000
export const insights = 60_000
export const issues = 30_000

// Devices. `Moving` and `UnderWay`: while something is changing.
export const deviceList = 60_000
export const deviceListMoving = 5_000
export const deviceMap = 60_000
/** Only used for suggestions, and rarely changed. */
export const tagsInUse = 60_000
export const device = 10_000
export const deviceUnderWay = 2_000
export const compare = 10_000
export const multiDevice = 10_000
export const statusCounts = 30_000
export const statusCountsMoving = 10_000
/** Which devices of a mock cloud are real; other platforms are not asked. */
export const externalDevices = 60_000
/** For all listed fleets together. */
export const listedStatusCounts = 16_000
export const deviceChecks = 15_000
export const diagnostics = 5_000
export const supervisorState = 15_000
export const osUpdate = 5_000
export const osUpdateDevices = 10_000
export const metricHistory = 30_000
/** The history of a device in this browser. */
export const keptHistory = 60_000
export const platformHistory = 30_000
export const simulatedHistory = 10_000

// Rollouts, with seven requests each time.
export const rolloutMoving = 5_000
export const rolloutSettled = 20_000
export const stagedRollouts = 10_000
export const runRelease = 15_000

// People, access and billing.
export const organization = 30_000
export const people = 30_000
export const fleetAccess = 30_000
export const apiKeys = 6_000
export const credits = 30_000
export const billingBanners = 60_000
export const identityProvider = 30_000
/** While the user has yet to open the link in the email. */
export const verifiedEmail = 5_000
export const activity = 5_000

// The platform.
export const counts = 30_000
export const fleetHistory = 60_000
export const deviceTypes = 60_000
/** Changes only when the platform is updated. */
export const configurationSchema = 5 * 60_000
export const platformStatus = 10 * 60_000
export const dashboardVersion = 10 * 60_000
