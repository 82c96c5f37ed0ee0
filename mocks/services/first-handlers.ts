import { configHandlers } from './config.ts'
import { logHandlers } from './logs.ts'
import { sessionHandlers } from './session.ts'

/** Handlers of the first requests of a page. The others are in a separate script, which loads in the background. */
export const firstHandlers = { ...configHandlers, ...logHandlers, ...sessionHandlers }
