/** The data API's resources as the contract has them; the dashboard's only way to the generated types. */
export type { Model } from '../../openapi/generated/resources.d.ts'
