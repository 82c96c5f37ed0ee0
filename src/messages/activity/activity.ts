import { formatNumber, plural } from '@/lib/format.ts'

/** Names for the resources of the data API. */
const rowWords: Readonly<Record<string, string>> = {
  application: 'fleet',
  application_tag: 'fleet tag',
  device_tag: 'device tag',
  release_tag: 'release tag',
  organization_membership_tag: 'member tag',
  application_environment_variable: 'fleet variable',
  application_config_variable: 'fleet configuration variable',
  device_environment_variable: 'device variable',
  device_config_variable: 'device configuration variable',
  service_environment_variable: 'service variable',
  device_service_environment_variable: 'service variable of a device',
  organization_membership: 'organization member',
  organization_invite: 'invitation to the organization',
  invitee__is_invited_to__application: 'invitation to the fleet',
  user_application_membership: 'fleet member',
  team_application_access: 'team access',
  team_membership: 'team member',
  api_key: 'API key',
  user_public_key: 'SSH key',
  user: 'account',
  user_profile: 'profile',
  release_image: 'image',
}

const rowWord = (resource: string) => rowWords[resource] ?? resource.replaceAll('_', ' ').trim()

/** What a change of a field is called. */
const fieldWords: Readonly<Record<string, string>> = {
  note: 'Changed notes',
  is_pinned_on__release: 'Changed pin',
  should_be_running__release: 'Changed target release',
  should_track_latest_release: 'Changed target release',
  belongs_to__application: 'Moved',
  is_web_accessible: 'Changed public URL',
  is_accessible_by_support_until__date: 'Changed support access',
  custom_latitude: 'Changed location',
  is_active: 'Changed activation',
  is_public: 'Changed visibility',
  organization: 'Transferred',
  organization_membership_role: 'Changed role',
  application_membership_role: 'Changed role',
  is_for__device_type: 'Changed device type',
  is_final: 'Finalized',
  is_invalidated: 'Changed validity',
  semver: 'Changed version',
  known_issue_list: 'Changed known issues',
  should_be_operated_by__release: 'Requested OS update',
  should_be_managed_by__release: 'Requested supervisor update',
}

/** Labels for requests outside the data API, by the end of their path. */
const callWords: readonly (readonly [end: string, words: string])[] = [
  ['supervisor/v1/reboot', 'Requested reboot'],
  ['supervisor/v1/shutdown', 'Requested shutdown'],
  ['supervisor/v1/restart', 'Requested restart of services'],
  ['supervisor/v1/purge', 'Requested data purge'],
  ['supervisor/v1/blink', 'Requested identification'],
  ['start-service', 'Requested service start'],
  ['stop-service', 'Requested service stop'],
  ['restart-service', 'Requested service restart'],
  ['resinhup', 'Requested OS update'],
  ['checks', 'Started health checks'],
  ['diagnose', 'Started diagnostics'],
]

interface ActivityWords {
  method: string
  resource: string | null
  path: string
  fields: readonly string[]
  name: string | null
  undoes: string | null
}

const doneWords: Readonly<Record<string, string>> = {
  POST: 'Added',
  PUT: 'Set',
  PATCH: 'Changed',
  DELETE: 'Deleted',
}

/** What was done, without its target. Requests without a label are shown by method and path. */
export function activityText(entry: ActivityWords): string {
  const said = saidOf(entry)
  return entry.undoes === null ? said : `Undo: ${said}`
}

function saidOf({ method, resource, path, fields, name }: ActivityWords): string {
  const done = doneWords[method] ?? method
  if (resource === null) return callWords.find(([end]) => path.endsWith(end))?.[1] ?? `${method} /${path}`
  const row = rowWord(resource)
  const isNew = name !== null && fields.some((field) => /^(?:device_name|app_name|name)$/.test(field))
  if (isNew) return `Renamed to “${name}”`
  const field = fields.map((each) => fieldWords[each]).find((each) => each !== undefined)
  if (field !== undefined) return field
  return name === null ? `${done} ${row}` : `${done} ${row} “${name}”`
}

/** What a change applied to: a name or a count. */
export const targetText = {
  unnamed: {
    device: 'Device',
    fleet: 'Fleet',
    release: 'Release',
    organization: 'Organization',
    team: 'Team',
  },
  withId: (kind: string, id: number | string) => `${kind} ${typeof id === 'string' ? id.slice(0, 7) : id}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  none: '–',
}

export const whoText = {
  key: (id: number) => `API key ${id}`,
  nobody: 'Not signed in',
}

export const activityKindText = {
  name: 'Names',
  tag: 'Tags',
  variable: 'Variables',
  note: 'Notes',
  pin: 'Releases and pins',
  move: 'Moves',
  role: 'Members and roles',
  action: 'Device actions',
  other: 'Other',
} as const

export const activityResultText = { done: 'Done', failed: 'Failed', unknown: 'Not known' } as const

export const activityPageText = {
  title: 'Activity',
  documentTitle: 'Activity',
  of: (name: string) => `Activity · ${name}`,
  note: 'Changes you made in this browser. Changes from other browsers, people or tools are not listed.',
  bounds: (most: number, days: number) =>
    `This browser keeps the newest ${formatNumber(most)} changes of the last ${days} days. Values of variables are kept in memory only, so changes to variables can be undone until you close this tab.`,
  source: 'Made by',
  sources: { browser: 'This browser', world: 'Everyone' },
  worldNote:
    'All changes accepted by the simulated platform since this world was opened: from people, API keys and tools, in any tab.',
  worldEmpty: 'No changes yet',
  worldEmptyDetail: 'Changes made by any person or tool in the simulation appear here.',
  notKept: 'This browser does not store data for this site. Changes are listed until you leave the page.',
  panel: 'Activity',
  list: 'Changes, newest first',
  columns: {
    when: 'When',
    who: 'Who',
    what: 'Change',
    on: 'On',
    result: 'Result',
    page: 'Page',
    action: 'Undo',
  },
  status: (status: number) => `(${status})`,
  empty: 'Changes that you make appear here',
  emptyDetail: 'Changes to names, tags, variables and pins, and device actions.',
  noMatch: 'No changes match the filter',
  clearFilter: 'Clear filter',
  failed: 'The activity could not be loaded',
  filter: 'Find',
  kind: 'Kind',
  result: 'Result',
  any: 'All',
  from: 'From',
  to: 'To',
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  nothingToExport: 'There is nothing to export',
  cannotSave: 'This browser cannot save files.',
  clear: 'Clear activity',
  nothingToClear: 'The activity is empty',
  clearTitle: 'Clear activity?',
  clearDetail:
    'All entries of this account are removed from this browser. The changes themselves are kept, but can no longer be undone here.',
  more: (count: number) => `Show ${formatNumber(count)} more`,
  shown: (count: number) => plural(count, { one: '1 change', other: `${formatNumber(count)} changes` }),
  undone: 'Undone',
  csv: {
    name: 'activity',
    headers: ['time', 'account', 'change', 'on', 'count', 'result', 'status', 'page', 'method', 'operation'],
  },
}

export const whyNotUndoText = {
  kind: 'This kind of change cannot be undone here.',
  unread: 'The previous value could not be read.',
  many: 'This change is too large to be undone here.',
  secret:
    'The previous value of a variable is kept only in the tab that changed it, until that tab is closed.',
  gone: 'Deleted items cannot be restored.',
  failed: 'Nothing was changed.',
  undone: 'This change was already undone.',
}

/** Labels of fields, for lists of their values. */
export const activityFieldText: Readonly<Record<string, string>> = {
  value: 'Value',
  device_name: 'Name',
  app_name: 'Name',
  name: 'Name',
  note: 'Notes',
  is_pinned_on__release: 'Pin',
  belongs_to__application: 'Fleet',
  should_be_running__release: 'Target release',
  should_track_latest_release: 'Track latest',
  organization_membership_role: 'Role',
  application_membership_role: 'Role',
}

export const undoText = {
  undo: 'Undo',
  named: (what: string) => `Undo: ${what}`,
  title: 'Undo change',
  failed: 'The current values could not be loaded',
  plan: 'What will happen',
  columns: { what: 'What', now: 'Now', becomes: 'Becomes', result: 'Result' },
  restore: (count: number) =>
    plural(count, {
      one: '1 change will be undone.',
      other: `${formatNumber(count)} changes will be undone.`,
    }),
  already: (count: number) =>
    plural(count, { one: '1 row already restored.', other: `${formatNumber(count)} rows already restored.` }),
  missing: (count: number) =>
    plural(count, {
      one: '1 row deleted, or not visible to you.',
      other: `${formatNumber(count)} rows deleted, or not visible to you.`,
    }),
  changed: (count: number) =>
    plural(count, {
      one: '1 row has changed since, here or elsewhere. It is not undone unless you choose to overwrite it.',
      other: `${formatNumber(count)} rows have changed since, here or elsewhere. They are not undone unless you choose to overwrite them.`,
    }),
  changedHere: (when: string) => `Last changed from this browser ${when}.`,
  overwrite: 'Overwrite these too',
  nothing: 'There is nothing to undo',
  busy: 'Waiting for the platform',
  moveNote: 'Moved devices get back the pin they had in their previous fleet.',
  confirm: 'Undo change',
  running: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} undone`,
  done: (count: number) =>
    plural(count, { one: '1 change undone.', other: `${formatNumber(count)} changes undone.` }),
  notDone: (count: number) =>
    plural(count, {
      one: '1 row could not be undone.',
      other: `${formatNumber(count)} rows could not be undone.`,
    }),
  states: {
    restore: 'Will be undone',
    already: 'Already restored',
    changed: 'Changed since',
    missing: 'Not found',
  },
  outcomes: { done: 'Undone', failed: 'Failed' },
  absent: 'Not set',
  yes: 'Yes',
  no: 'No',
  hidden: (count: number) => `and ${formatNumber(count)} more`,
}
