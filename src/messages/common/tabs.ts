/** Labels of tabs, in a file of their own because every page with tabs shows all of them. */
export const tabText = {
  overview: 'Overview',
  list: 'List',
  general: 'General',
  releases: 'Releases',
  insights: 'Insights',
  issues: 'Issues',
  rollouts: 'Rollouts',
  variables: 'Variables',
  configuration: 'Configuration',
  members: 'Members',
  teams: 'Teams',
  settings: 'Settings',
  keys: 'API keys',
  activity: 'Activity',
}
