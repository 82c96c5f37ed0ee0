import { CODE_HOSTS } from './code-host-origins.ts'

/** The status page of the simulated platform. */
export const STATUS_PAGE = 'https://status.flotilla.test'

/** The search service of the documentation. */
export const DOCS_SEARCH = 'https://search.flotilla.test'

/** All third-party hosts that the dashboard requests. In simulated mode, the cloud answers for them. */
export const OTHER_HOSTS: readonly string[] = [...CODE_HOSTS, STATUS_PAGE, DOCS_SEARCH]
