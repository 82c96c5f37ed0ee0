import type { Scenario } from './scenario.ts'

const builds = new Map<string, Scenario['build']>()

/** Provides the build of a scenario, by its name; called by the file of the build when it is loaded. */
export function provideBuild(name: string, build: Scenario['build']): void {
  builds.set(name, build)
}

/**
 * The build of a scenario that is so large and so rarely opened that a browser loads it on demand, by the scenario's `prepare`. Other
 * hosts import `all-builds.ts`.
 */
export const lateBuild =
  (name: string): Scenario['build'] =>
  (scene) => {
    const build = builds.get(name)
    if (build === undefined) throw new Error(`The scenario ${name} was opened before it was prepared`)
    build(scene)
  }
