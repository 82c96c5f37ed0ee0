// Browser tests import paths from here, and nothing else from the application.
export { paths, type ApplicationClass } from '../lib/paths.ts'
