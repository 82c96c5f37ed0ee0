/** Texts about making a release the one that a fleet runs. */
export const runReleaseText = {
  run: 'Run this release on the fleet',
  runNamed: (version: string) => `Run ${version} on the fleet`,
  goBack: (version: string) => `Go back to ${version}`,
  title: (version: string, fleet: string) => `Run ${version} on ${fleet}?`,
  backTitle: (version: string, fleet: string) => `Go back to ${version} on ${fleet}?`,
  stays: (tracks: boolean) =>
    tracks
      ? 'The fleet stays on this release and no longer follows the latest one. It can follow the latest again in its settings.'
      : 'The fleet stays on this release until another is chosen.',
  counting: 'Counting devices…',
  notCounted: 'The devices could not be counted.',
  updates: (total: string, isOne: boolean, online: string) =>
    isOne
      ? `1 device will update (${online} online now).`
      : `${total} devices will update (${online} online now).`,
  offlineLater: 'Devices that are offline update when they are back.',
  runs: (total: string, isOne: boolean) =>
    isOne ? '1 device runs it already.' : `${total} devices run it already.`,
  pinned: (total: string, isOne: boolean) =>
    isOne
      ? '1 device is pinned to a release of its own and stays on it.'
      : `${total} devices are pinned to a release of their own and stay on it.`,
  none: 'No device of the fleet changes.',
  done: (version: string, fleet: string) => `${fleet} runs ${version} from now on`,
  notBuilt: 'Nothing came of its build',
  notFinal: 'A draft release must be finalized first',
  invalidated: 'The release is invalidated',
  building: 'Its build is not finished',
}
