import { useSimulationParts } from '@/simulation/simulation-parts.tsx'
import type { ImageWishes } from './image-settings.ts'

export interface SimulatedDeviceProps {
  wishes: ImageWishes
  /** Why no device can join. */
  reason: string | undefined
}

/** A device for who has none, where the world is a simulated one. */
export function SimulatedDevice({ wishes, reason }: SimulatedDeviceProps) {
  const parts = useSimulationParts()
  if (parts === null) return null
  return (
    <parts.PowerOn
      fleet={wishes.appId}
      deviceType={wishes.deviceType}
      osVersion={wishes.version}
      variant={wishes.developmentMode ? 'dev' : 'prod'}
      reason={reason}
    />
  )
}
