import { atScale } from './at-scale.ts'

export const oneMillion = atScale(
  'one-million',
  'A million devices',
  1_000_000,
  '1,000,000 devices in one tab: as far as it goes. Opening takes some seconds and several hundred MB.',
)
