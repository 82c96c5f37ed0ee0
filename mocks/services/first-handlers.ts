import { configHandlers } from './config.ts'
import { logHandlers } from './logs.ts'
import { sessionHandlers } from './session.ts'

/** What the first pages ask. The rest is a script of its own, for which no page waits before its first rows. */
export const firstHandlers = { ...configHandlers, ...logHandlers, ...sessionHandlers }
