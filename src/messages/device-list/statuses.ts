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

/** Short labels for narrow places. */
export const shortStatusText = {
  ...deviceStatusText,
  'post-provisioning': 'Provisioning',
  'reduced-functionality': 'Reduced',
}
