import { configHandlers } from '../os/config-handlers.ts'
import { sessionHandlers } from '../sign-in/session-handlers.ts'

/** Handlers of the first requests of a page. The others are in a separate script, which loads in the background. */
export const firstHandlers = { ...configHandlers, ...sessionHandlers }
