import { useQuery } from '@tanstack/react-query'
import type { Device } from '@/features/device-page/device.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { troubleText } from '@/messages/device-page/device-issues.ts'
import { flappingText as text } from '@/messages/fleet-health/flapping.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { flappingQuery } from '@/widgets/issues/flapping.queries.ts'
import styles from './DeviceIssues.module.css'

/** How often the device lost contact in the last day, if that was often. */
export function FlappingNotice({ device, fleetId }: { device: Device; fleetId: number }) {
  const { data = [] } = useQuery(flappingQuery(fleetId, useSimulationData()))
  const found = data.find(({ uuid }) => uuid === device.uuid)
  if (!found) return null
  return (
    <Banner
      tone="warn"
      action={
        <ButtonLink size="s" to={paths.deviceHistory(device.uuid)}>
          {troubleText.remedies.history}
        </ButtonLink>
      }
    >
      <p className={styles.cause}>
        <strong>{text.device(formatNumber(found.losses), found.losses)}</strong>
      </p>
      <p className={styles.next}>{text.deviceNext}</p>
    </Banner>
  )
}
