import { plural } from '@/lib/format.ts'
import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** Deploying a project from the URL of its repository. */
export const deployText = {
  title: (of: ClassName) =>
    of === 'app' ? `Deploy an ${classText[of].one} from a URL` : `Deploy a ${classText[of].one} from a URL`,
  address: 'Repository',
  addressHint: 'The URL of a public repository on GitHub.',
  addressExample: 'https://github.com/owner/project',
  simulated: 'Repositories that exist in this simulation',
  read: 'Read',
  reading: (name: string) => `Reading ${name}…`,
  readFirst: 'Read a repository first',
  readAnew: 'The URL has changed: read the repository again',
  expired: 'This link has expired. Follow it again, or enter the URL here.',
  notAccepted: 'Only public repositories on GitHub are accepted, such as https://github.com/owner/project.',
  tarballNotAccepted: 'The tarball in this link is not from a public repository on GitHub.',
  configNotAccepted: 'The contract in this link is not from a public repository on GitHub.',
  source: 'What will be deployed',
  facts: {
    project: 'Project',
    branch: 'Branch',
    contract: 'Contract',
    tarball: 'Source',
  },
  contractOf: (name: string | null, version: string | null) =>
    [name ?? 'balena.yml', ...(version === null ? [] : [version])].join(' '),
  noContract: 'No balena.yml',
  isOther: (of: ClassName) =>
    of === 'app'
      ? `Its contract describes an ${classText[of].one}.`
      : `Its contract describes a ${classText[of].one}.`,
  deployAs: (of: ClassName) =>
    of === 'app' ? `Deploy as an ${classText[of].one}` : `Deploy as a ${classText[of].one}`,
  target: 'Deploy to',
  targets: {
    new: (of: ClassName) => `New ${classText[of].one}`,
    existing: (of: ClassName) => `Existing ${classText[of].one}`,
  },
  existing: (of: ClassName) => ({ fleet: 'Fleet', app: 'App', block: 'Block' })[of],
  existingFailed: (of: ClassName) => `The ${classText[of].many} could not be loaded`,
  noExisting: (of: ClassName) => `You have no ${classText[of].one} yet`,
  noMatch: (of: ClassName) => `No ${classText[of].one} matches`,
  search: (of: ClassName) => `Search ${classText[of].many}`,
  chooseExisting: (of: ClassName) =>
    of === 'app' ? `Choose an ${classText[of].one}` : `Choose a ${classText[of].one}`,
  variables: 'Variables of the contract',
  setVariables: (count: number) =>
    plural(count, { one: 'Set 1 variable of the contract', other: `Set ${count} variables of the contract` }),
  overwrites: 'Existing variables are overwritten.',
  kinds: { configuration: 'configuration', environment: 'environment' },
  confirm: { new: 'Create and deploy', existing: 'Deploy' },
  steps: {
    create: (name: string) => `Creating ${name}…`,
    variables: (done: number, total: number) => `Setting variables: ${done} of ${total}…`,
    build: 'Starting the build…',
  },
  started: (name: string) => `The build for ${name} has started`,
  kept: (name: string) => `${name} was created. Try again to continue, or close this dialog to open it.`,
  someFailed: (name: string, reason: string) => `Some changes failed to apply: ${name}: ${reason}`,
  gone: (of: ClassName) => `This ${classText[of].one} no longer exists, or you have no access to it.`,
  noBuilder: 'This platform has no builder. Push the project with the CLI.',
}

/** Why a project cannot be read. */
export const deployProblemText = {
  notFound: (address: string) => `Repository not found: ${address}`,
  invalidContract: 'The balena.yml contract in the repository is invalid',
  inLine: (line: number | null, reason: string) =>
    line === null ? `${reason}.` : `Line ${line}: ${reason}.`,
  contract: {
    empty: 'the contract is empty',
    notFields: (key: string) => `${key} must be a list of keys with values`,
    notText: (key: string) => `${key} must be a single value`,
    notTexts: (key: string) => `${key} must be a list of values`,
    notVariables: (key: string) => `${key} must be a list of NAME: value`,
    noName: (key: string) => `a variable of ${key} has no name`,
    noValue: (name: string) => `“${name}” has no value; write NAME=value or NAME: value`,
    badName: (name: string) =>
      `“${name}” cannot be the name of a variable; put quotes around a value that has a colon`,
    comment: 'JSON has no comments (//); begin them with # in a line of their own',
    unpaired: 'name and value must stand together, without other keys',
    merge: '<< must name a mapping, or a list of mappings',
    noAnchor: (name: string) => `*${name} stands for nothing`,
    tag: (tag: string) => `the tag ${tag} is not known`,
    deep: 'it is nested too deeply',
  },
  noContractThere: (address: string) => `No contract found at ${address}`,
  notPublic: 'This repository is not public. Only public repositories can be deployed from here.',
  timeout: (seconds: number) => `GitHub did not answer within ${seconds} s. Retry in a moment.`,
  network: 'GitHub cannot be reached. Check your connection, then retry.',
  tooMuch: 'GitHub’s request limit is reached. Retry in an hour.',
  failed: 'The repository could not be read',
}

/** Progress of a build that was started from a URL. */
export const deployProgressText = {
  title: (name: string) => `Deploying to ${name}`,
  failed: 'The build could not be loaded',
  gone: 'This release no longer exists',
  release: (label: string) => `Release ${label}`,
  waiting: 'Waiting for the builder…',
  since: (age: string) => `Building for ${age}.`,
  services: 'Services',
  log: (service: string) => `Last lines of ${service}`,
  noLog: 'No output yet',
  succeeded: (version: string) => `Release ${version} is ready.`,
  follows: 'Devices that track the latest release will update to it.',
  pinned: 'The fleet is pinned to another release. Pin it to this one, or track the latest.',
  notSucceeded: 'The build failed. Check its log for the cause.',
  openRelease: 'Open release',
  running: 'The build continues when you close this dialog.',
}
