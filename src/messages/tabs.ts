/** The parts of a thing that stand in tabs. They have a file of their own, as every page of the thing shows them all. */
export const tabText = {
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
