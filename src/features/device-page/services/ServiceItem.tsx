import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isApiError } from '@/api/errors.ts'
import { supervisor, supervisorCalls } from '@/api/supervisor.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { serviceTone, type ServiceInstall } from '@/features/device-page/device-services.ts'
import { deviceQuery } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { serviceText } from '@/messages/device-page/device.ts'
import { operationReason } from '@/messages/operations/operations.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { announce } from '@/ui/feedback/announcements.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import {
  serviceAction,
  serviceVerbs,
  showsProgress,
  statusWord,
  whyNotService,
  type ServiceRow,
  type ServiceVerb,
} from './service-rows.ts'
import styles from './ServicesPanel.module.css'

const icons = { start: IconPlayerPlay, stop: IconPlayerStop, restart: IconRefresh }

interface ServiceItemProps {
  row: ServiceRow
  page: DevicePageData
  withButtons: boolean
}

/** A service with its installs and buttons, and the error of the last action. */
export function ServiceItem({ row, page, withButtons }: ServiceItemProps) {
  const command = useServiceCommand(row, page)
  useAnnouncedStatus(row, command.isSuccess)
  const pending = command.isPending ? command.variables.verb : null
  return (
    <li className={styles.item} aria-label={row.name}>
      <span className={styles.name}>{row.name}</span>
      <div className={styles.installs}>
        <Install name={row.name} install={row.present} fleetId={page.situation.fleetId} />
        {row.coming && <Install name={row.name} install={row.coming} fleetId={page.situation.fleetId} />}
      </div>
      {withButtons && (
        <div className={styles.buttons}>
          {serviceVerbs.map((verb) => {
            const Icon = icons[verb]
            return (
              <IconButton
                key={verb}
                size="s"
                label={serviceText[verb](row.name)}
                icon={<Icon size={16} aria-hidden="true" />}
                reason={pending === null ? whyNotService(verb, row, page.situation) : undefined}
                busy={pending === verb}
                onClick={() => pending === null && command.mutate({ verb, force: false })}
              />
            )
          })}
        </div>
      )}
      {command.isError && (
        <p role="alert" className={styles.problem}>
          {serviceText.failed(serviceText[command.variables.verb](row.name), whyFailed(command.error))}
          {isApiError(command.error, 'locked') && (
            <Button size="s" onClick={() => command.mutate({ verb: command.variables.verb, force: true })}>
              {serviceText.force}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

interface InstallProps {
  name: string
  install: ServiceInstall
  /** Id of the fleet of its release; null if the device has none. */
  fleetId: number | null
}

function Install({ name, install, fleetId }: InstallProps) {
  const progress = showsProgress(install) ? install.download_progress : null
  const release = releaseLabel(install)
  return (
    <div className={styles.install}>
      <StatusBadge tone={serviceTone(install.status)}>
        {serviceText.status(
          statusWord(install.status),
          progress === null ? undefined : formatPercent(progress),
        )}
      </StatusBadge>
      <div className={styles.version}>
        {progress !== null && (
          <div className={styles.progress}>
            <ProgressBar value={progress} label={serviceText.downloading(name, release)} />
          </div>
        )}
        {fleetId === null ? (
          <code className={styles.release} title={install.commit}>
            {release}
          </code>
        ) : (
          <Link to={paths.release(fleetId, install.release_id)} className={styles.release}>
            <code title={install.commit}>{release}</code>
          </Link>
        )}
      </div>
    </div>
  )
}

/** Announces each status that follows an action: the user waits for it. */
function useAnnouncedStatus({ name, present }: ServiceRow, isAwaited: boolean) {
  const status = present.status
  const last = useRef(status)
  useEffect(() => {
    if (last.current === status) return
    last.current = status
    if (isAwaited) announce(serviceText.now(name, statusWord(status)))
  }, [name, status, isAwaited])
}

/** Runs an action, then refetches the device. The button is busy during both. */
function useServiceCommand({ name, present }: ServiceRow, { device, situation }: DevicePageData) {
  const queries = useQueryClient()
  const { fleetId } = situation
  return useMutation({
    mutationFn: async ({ verb, force }: { verb: ServiceVerb; force: boolean }) => {
      if (fleetId === null) throw new Error(operationReason.noFleet)
      const target = { deviceId: device.id, appId: fleetId, imageId: present.image_id }
      await supervisor().sendToService(supervisorCalls.service(serviceAction[verb], target, force))
      showToast({
        tone: 'ok',
        key: `service ${present.image_id}`,
        title: serviceText.accepted[verb](name),
        detail: device.device_name,
      })
      await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
    },
  })
}

function whyFailed(error: unknown): string {
  return isApiError(error, 'locked') ? serviceText.locked : failureText(error)
}
