/** Code that only the simulator panel and scripts need, in a chunk of its own. */
export { answerSignIn, signInPage, supportPortal } from '../third-party/third-party-pages.ts'
export { changesOf } from './changes.ts'
export { joinableFleets, powerOn, startMachine } from './power.ts'
export { metricsOf } from './metrics.ts'
export { openSession, sessionOf } from './session-file.ts'
export { requestLogEntries, requestLogEntry } from './request-log-answers.ts'
export { statsOf } from './stats.ts'
export { timelineOf } from './timeline.ts'
