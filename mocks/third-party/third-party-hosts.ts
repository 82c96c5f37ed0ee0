import { CODE_HOSTS } from './code-host-origins.ts'

/** The status page of the simulated platform. */
export const STATUS_PAGE = 'https://status.flotilla.test'

/** The search service that knows its documentation. */
export const DOCS_SEARCH = 'https://search.flotilla.test'

/** Everybody beside the platform whom the dashboard asks, and for whom the cloud answers in simulated mode. */
export const OTHER_HOSTS: readonly string[] = [...CODE_HOSTS, STATUS_PAGE, DOCS_SEARCH]
