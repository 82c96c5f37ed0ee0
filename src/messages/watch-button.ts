/** The way to set a watch; it stands on pages that should be small. */
export const watchButtonText = {
  device: 'Watch this device',
  list: 'Watch these devices',
  rollout: 'Watch this rollout',
}
