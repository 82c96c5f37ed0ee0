/** Buttons that create a watch; a small file, because pages load it at once. */
export const watchButtonText = {
  device: 'Watch this device',
  list: 'Watch these devices',
  rollout: 'Watch this rollout',
}
