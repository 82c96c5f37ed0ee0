import { useSimulationParts } from '@/simulation/simulation-parts.tsx'
import type { ImageOptions } from './image-settings.ts'

export interface SimulatedDeviceProps {
  imageOptions: ImageOptions
  /** The reason why no device can be added. */
  reason: string | undefined
}

/** Adds a simulated device in a simulated world. */
export function SimulatedDevice({ imageOptions, reason }: SimulatedDeviceProps) {
  const parts = useSimulationParts()
  if (parts === null) return null
  return (
    <parts.PowerOn
      fleet={imageOptions.appId}
      deviceType={imageOptions.deviceType}
      osVersion={imageOptions.version}
      variant={imageOptions.developmentMode ? 'dev' : 'prod'}
      reason={reason}
    />
  )
}
