// Browser tests know the application by its paths only; they import them from here.
export { paths, type ApplicationClass } from '../lib/paths.ts'
