/** Labels of device statuses. */
export const deviceStatusText = {
  operational: 'Operational',
  updating: 'Updating',
  configuring: 'Configuring',
  'post-provisioning': 'Post-provisioning',
  'reduced-functionality': 'Reduced functionality',
  disconnected: 'Disconnected',
  inactive: 'Inactive',
  frozen: 'Frozen',
}

/** The same after a number or a comma, as in “6 operational”. */
export const statusWithinText: Record<keyof typeof deviceStatusText, string> = {
  operational: 'operational',
  updating: 'updating',
  configuring: 'configuring',
  'post-provisioning': 'post-provisioning',
  'reduced-functionality': 'reduced functionality',
  disconnected: 'disconnected',
  inactive: 'inactive',
  frozen: 'frozen',
}

/** Short ones for narrow places. */
export const shortStatusWithinText = {
  ...statusWithinText,
  'post-provisioning': 'provisioning',
  'reduced-functionality': 'reduced',
}
