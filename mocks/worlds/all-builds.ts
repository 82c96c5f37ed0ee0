// The registry with the builds of all scenarios, for hosts that open a world without waiting.
import './scenarios/rare-things-build.ts'

export { scenarioNamed, scenarios } from './registry.ts'
