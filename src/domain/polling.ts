/**
 * How often what is shown is read again, in milliseconds of the platform's clock. Only while the page is in front
 * (`src/api/query-client.ts`), and within the 350 requests that an address may send in a minute (docs/platform).
 */

// Fleets and what belongs to them.
export const fleetList = 8_000
export const fleet = 8_000
export const fleetSettings = 8_000
export const fleetsNeedingAttention = 15_000
/** A build while it goes on. */
export const build = 2_000
export const releases = 6_000
export const releaseSelector = 15_000
/** A build log while it grows. */
export const buildLog = 2_000
export const variables = 60_000
export const insights = 60_000
export const issues = 30_000

// Devices. Where something moves it is read more often than where all is settled.
export const deviceList = 60_000
export const deviceListMoving = 5_000
export const deviceMap = 60_000
/** Serve suggestions only, and change seldom. */
export const tagsInUse = 60_000
export const device = 10_000
export const deviceUnderWay = 2_000
export const compare = 10_000
export const multiDevice = 10_000
export const statusCounts = 30_000
export const statusCountsMoving = 10_000
/** Of all fleets that are listed. */
export const listedStatusCounts = 16_000
export const deviceChecks = 15_000
export const diagnostics = 5_000
export const supervisorState = 15_000
export const osUpdate = 5_000
export const osUpdateDevices = 10_000
export const metricHistory = 30_000
/** What this browser has kept of a device. */
export const keptHistory = 60_000
export const platformHistory = 30_000
export const simulatedHistory = 10_000

// Rollouts. Seven requests each time.
export const rolloutMoving = 5_000
export const rolloutSettled = 20_000
export const stagedRollouts = 10_000
export const runRelease = 15_000

// People, access and money.
export const organization = 30_000
export const people = 30_000
export const fleetAccess = 30_000
export const apiKeys = 6_000
export const credits = 30_000
export const billingBanners = 60_000
export const identityProvider = 30_000
/** While somebody is to open the link in a letter. */
export const verifiedEmail = 5_000
export const activity = 5_000

// The platform.
export const counts = 30_000
export const deviceTypes = 60_000
/** Changes with the platform, not with the day. */
export const configurationSchema = 5 * 60_000
export const platformStatus = 10 * 60_000
export const dashboardVersion = 10 * 60_000
