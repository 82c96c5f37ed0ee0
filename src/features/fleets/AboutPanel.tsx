import { organizationCrumb, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { fleetSummaryText } from '@/messages/fleets/fleets.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { blockImage } from './block-image.ts'
import styles from './Facts.module.css'

/** General information about the fleet. */
export function AboutPanel({ fleet }: { fleet: Fleet }) {
  const type = fleet.is_for__device_type[0]
  const image = blockImage(fleet)
  const owner = organizationCrumb(fleet)
  const facts = [
    { label: fleetSummaryText.deviceType, value: type.name },
    {
      label: fleetSummaryText.architecture,
      value: type.is_of__cpu_architecture[0]?.slug || fleetSummaryText.unknownArchitecture,
    },
    {
      label: fleetSummaryText.organization,
      value: owner.to === undefined ? owner.label : <Link to={owner.to}>{owner.label}</Link>,
    },
    { label: fleetSummaryText.created, value: <RelativeTime at={fleet.created_at} /> },
    {
      label: fleetSummaryText.visibility,
      value: fleet.is_public ? fleetSummaryText.public : fleetSummaryText.private,
    },
    {
      label: fleetSummaryText.slug,
      wide: true,
      value: (
        <span className={styles.inline}>
          <span className="mono">{fleet.slug}</span>
          <CopyButton text={fleet.slug} what={fleetSummaryText.slug} />
        </span>
      ),
    },
    ...(image === undefined
      ? []
      : [
          {
            label: fleetSummaryText.image,
            wide: true,
            value: (
              <span className={styles.inline}>
                <span className="mono">{image}</span>
                <CopyButton text={image} what={fleetSummaryText.image} />
              </span>
            ),
          },
        ]),
    {
      label: fleetSummaryText.uuid,
      wide: true,
      value: (
        <span className={styles.inline}>
          <span className="mono">{fleet.uuid}</span>
          <CopyButton text={fleet.uuid} what={fleetSummaryText.uuid} />
        </span>
      ),
    },
  ]
  return (
    <Panel title={fleetSummaryText.about}>
      <Facts facts={facts} columns={4} />
    </Panel>
  )
}
