import { IconDots } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { columnLabel } from '@/features/device-list/columns/device-columns.tsx'
import { deviceListState } from '@/features/device-list/data/device-list-state.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { canSaveFiles, fileName, saveTextFile } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { attentionText } from '@/messages/device-list/devices.ts'
import { deviceStatusText } from '@/messages/device-list/statuses.ts'
import { sharedViewsText } from '@/messages/device-list/views.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { OpenViewFile } from './OpenViewFile.tsx'
import { storedViews, withoutView, type SavedView } from './saved-views.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { isReadable, type BrokenView, type TeamView } from './team-view.ts'
import { teamViewsQuery } from './team-views.queries.ts'
import { removeForTeam, ViewConflict } from './team-views.ts'
import { cleanSearch, withView } from './view-fields.ts'
import { viewFile } from './view-file.ts'
import styles from './ViewsDialog.module.css'

const showDone = (title: string) => showToast({ tone: 'ok', title })

const whyNotSave = () => (canSaveFiles() ? undefined : sharedViewsText.cannotSave)

/** Short description of a view. */
function summary(search: string): string {
  const params = new URLSearchParams(search)
  const { status, text, sort, layout, view } = deviceListState(params)
  const statuses: Record<string, string> = { ...deviceStatusText, attention: attentionText.title }
  const parts = [
    status && (statuses[status] ?? status),
    text,
    params.has('sort') && sharedViewsText.sorted(sort.map(({ field }) => columnLabel(field)).join(', ')),
    layout && sharedViewsText.columns(formatNumber(layout.columns.length)),
    view === 'map' && sharedViewsText.map,
  ].filter(Boolean)
  return parts.length === 0 ? sharedViewsText.everything : parts.join(' · ')
}

type Doing = { kind: 'keep'; view: SavedView } | { kind: 'remove'; view: TeamView | BrokenView }

/** The views of this browser and of the fleet: open, delete, and share as link, file or fleet tag. */
export function ViewsDialog({ fleetId, onClose }: { fleetId: number; onClose: () => void }) {
  const [, setParams] = useSearchParams()
  const [views, setViews] = useStored(storedViews)
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)

  const show = ({ search }: SavedView) => {
    setParams(search)
    onClose()
  }
  const copyLink = async ({ name, search }: SavedView) => {
    const link = `${absoluteUrl(paths.fleetDevices(fleetId))}?${cleanSearch(search)}`
    if (await copyText(link)) showDone(sharedViewsText.linkCopied(name))
    else showToast({ tone: 'bad', title: commonText.copyFailed })
  }
  const toFile = (name: string, saved: readonly SavedView[]) =>
    saveTextFile(`${fileName(name)}.json`, viewFile(saved))
  const shared = (view: SavedView) => [
    { label: sharedViewsText.show, onSelect: () => show(view) },
    { label: sharedViewsText.copyLink, onSelect: () => void copyLink(view) },
    {
      label: sharedViewsText.toFile,
      reason: whyNotSave(),
      onSelect: () => toFile(`view-${view.name}`, [view]),
    },
  ]
  const remove = (name: string) => {
    setViews(withoutView(views, name))
    showDone(sharedViewsText.removed(name))
  }
  const take = (view: SavedView) => {
    setViews(withView(views, { name: view.name, search: view.search }))
    showDone(sharedViewsText.takenHere(view.name))
  }
  const whyNotTeam = useWhyNotTeam(fleetId)
  return (
    <Dialog
      onClose={onClose}
      title={sharedViewsText.title}
      footer={<Button onClick={onClose}>{commonText.close}</Button>}
    >
      <div className={styles.body}>
        <section aria-label={sharedViewsText.here}>
          <h3>{sharedViewsText.here}</h3>
          {views.length === 0 && <p className={styles.hint}>{sharedViewsText.hereEmpty}</p>}
          <ul className={styles.list}>
            {views.map((view) => (
              <Row
                key={view.name}
                name={view.name}
                detail={summary(view.search)}
                groups={[
                  { actions: shared(view) },
                  {
                    actions: [
                      {
                        label: sharedViewsText.keep,
                        reason: whyNotTeam,
                        onSelect: () => setDoing({ kind: 'keep', view }),
                      },
                      { label: sharedViewsText.remove, danger: true, onSelect: () => remove(view.name) },
                    ],
                  },
                ]}
              />
            ))}
          </ul>
        </section>
        <TeamViews
          fleetId={fleetId}
          groupsOf={(view) => [
            ...(isReadable(view)
              ? [
                  {
                    actions: [
                      ...shared(view),
                      { label: sharedViewsText.takeHere, onSelect: () => take(view) },
                    ],
                  },
                ]
              : []),
            {
              actions: [
                {
                  label: sharedViewsText.removeTeam,
                  danger: true,
                  reason: whyNotTeam,
                  onSelect: () => setDoing({ kind: 'remove', view }),
                },
              ],
            },
          ]}
        />
        <OpenViewFile
          views={views}
          onAdd={(added) => {
            setViews(added.reduce<readonly SavedView[]>(withView, views))
            showDone(sharedViewsText.added(added.length, formatNumber(added.length)))
          }}
        />
        <div>
          <Button
            reason={views.length === 0 ? sharedViewsText.noneToSave : whyNotSave()}
            onClick={() => toFile('device-views', views)}
          >
            {sharedViewsText.allToFile}
          </Button>
        </div>
      </div>
      {doing?.kind === 'keep' && (
        <SaveViewDialog
          fleetId={fleetId}
          search={doing.view.search}
          defaultName={doing.view.name}
          forTeam
          onClose={done}
        />
      )}
      {doing?.kind === 'remove' && <RemoveTeamView fleetId={fleetId} view={doing.view} onClose={done} />}
    </Dialog>
  )
}

/** The reason why the user may not save views with the fleet. */
function useWhyNotTeam(fleetId: number): string | undefined {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  return role === undefined
    ? commonText.loading
    : whyNotAllowed(role ?? 'member', 'resin.application_tag.all')
}

interface RowProps {
  name: string
  detail: ReactNode
  groups: readonly MenuGroup[]
}

function Row({ name, detail, groups }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b>{name}</b>
        <span className={styles.hint}>{detail}</span>
      </span>
      <Menu
        groups={groups}
        trigger={
          <IconButton
            label={sharedViewsText.actions(name)}
            icon={<IconDots size={18} aria-hidden="true" />}
          />
        }
      />
    </li>
  )
}

interface TeamViewsProps {
  fleetId: number
  groupsOf: (view: TeamView | BrokenView) => readonly MenuGroup[]
}

function TeamViews({ fleetId, groupsOf }: TeamViewsProps) {
  const query = useQuery(teamViewsQuery(fleetId))
  const { data } = query
  return (
    <section aria-label={sharedViewsText.team}>
      <h3>{sharedViewsText.team}</h3>
      {data === undefined && (
        <QueryFallback query={query} failed={sharedViewsText.teamFailed} compact lines={2} height={20} />
      )}
      {data?.length === 0 && <p className={styles.hint}>{sharedViewsText.teamEmpty}</p>}
      <ul className={styles.list}>
        {data?.map((view) => (
          <Row
            key={view.key}
            name={isReadable(view) ? view.name : view.key}
            detail={isReadable(view) ? summary(view.search) : sharedViewsText.unreadable}
            groups={groupsOf(view)}
          />
        ))}
      </ul>
    </section>
  )
}

interface RemoveTeamViewProps {
  fleetId: number
  view: TeamView | BrokenView
  onClose: () => void
}

function RemoveTeamView({ fleetId, view, onClose }: RemoveTeamViewProps) {
  const queries = useQueryClient()
  const name = isReadable(view) ? view.name : view.key
  const refetch = () => queries.invalidateQueries({ queryKey: teamViewsQuery(fleetId).queryKey })
  return (
    <RemovalDialog
      rows={{ resource: 'application_tag', id: { application: fleetId, tag_key: view.key } }}
      title={sharedViewsText.removeTitle(name)}
      confirmLabel={sharedViewsText.removeConfirm}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await removeForTeam(fleetId, view)
        } catch (error) {
          if (error instanceof ViewConflict) void refetch()
          throw error
        }
        void refetch()
        showDone(sharedViewsText.removed(name))
      }}
    >
      <p>{sharedViewsText.removeDetail}</p>
    </RemovalDialog>
  )
}
