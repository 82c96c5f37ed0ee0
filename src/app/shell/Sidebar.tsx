import {
  IconApps,
  IconBox,
  IconBuilding,
  IconCpu,
  IconGift,
  IconLayoutGrid,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useServices } from '@/app/services.tsx'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { pinnedFleets } from '@/domain/fleet/pinned-fleets.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { shellText } from '@/messages/app/shell.ts'
import { commonText } from '@/messages/common/common.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { Link, useLinks } from '@/ui/layout/link.tsx'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { useShownClasses } from '@/widgets/fleet/show-apps-preference.ts'
import { ChangelogDialog, useChangelog } from './Changelog.tsx'
import { useCurrentOrganization } from './leading-organization.ts'
import { Logo } from './Logo.tsx'
import { applicationCountsQuery } from './shell.queries.ts'
import styles from './Sidebar.module.css'

export interface SidebarProps {
  collapsed: boolean
  /** Absent in the drawer on small screens, which cannot be collapsed. */
  onToggle?: () => void
  /** In the drawer, which has its own title. */
  withoutBrand?: boolean
  /** Called after a link was followed. */
  onLeave?: () => void
}

/** The main navigation: lists, pinned fleets and, in simulated mode, the simulator bar. */
export function Sidebar({ collapsed, onToggle, withoutBrand, onLeave }: SidebarProps) {
  const { simulation } = useServices()
  const organization = useCurrentOrganization()
  return (
    <div className={styles.sidebar} data-collapsed={collapsed || undefined}>
      {!withoutBrand && (
        <Link to={paths.home()} className={styles.brand} onClick={onLeave}>
          <Brand organization={organization} collapsed={collapsed} />
        </Link>
      )}
      <div className={styles.scroll}>
        <MainNavigation collapsed={collapsed} onLeave={onLeave} />
        <PinnedNavigation collapsed={collapsed} onLeave={onLeave} />
      </div>
      {simulation && <simulation.Strip collapsed={collapsed} />}
      <SidebarFoot collapsed={collapsed} onToggle={onToggle} />
    </div>
  )
}

interface BrandProps extends Pick<SidebarProps, 'collapsed'> {
  organization: ReturnType<typeof useCurrentOrganization>
}

/** The organization with the product's name below it, or the product. */
function Brand({ organization, collapsed }: BrandProps) {
  const product = commonText.appName
  return (
    <>
      {organization ? (
        <Avatar square name={organization.name} imageUrl={organization.logo_image?.href} size={28} />
      ) : (
        <Logo />
      )}
      {!collapsed && organization && (
        <span className={styles.owner}>
          <span className={styles.ownerName}>{organization.name}</span>{' '}
          <span className={styles.product}>{product}</span>
        </span>
      )}
      {!collapsed && !organization && product}
      <span className="visually-hidden">{collapsed ? shellText.home : shellText.homeAfterName}</span>
    </>
  )
}

type Part = Pick<SidebarProps, 'collapsed' | 'onLeave'>

function MainNavigation(part: Part) {
  const classes = useShownClasses()
  return (
    <nav aria-label={shellText.mainNavigation}>
      <ul className={styles.list}>
        <ClassItem
          {...part}
          of="fleet"
          label={shellText.fleets}
          icon={<IconLayoutGrid size={16} stroke={1.7} />}
        />
        {classes.includes('app') && (
          <ClassItem
            {...part}
            of="app"
            label={shellText.apps}
            badge={shellText.alpha}
            icon={<IconApps size={16} stroke={1.7} />}
          />
        )}
        <ClassItem {...part} of="block" label={shellText.blocks} icon={<IconBox size={16} stroke={1.7} />} />
        <Item
          {...part}
          to={paths.organizations()}
          label={shellText.organizations}
          icon={<IconBuilding size={16} stroke={1.7} />}
        />
      </ul>
    </nav>
  )
}

interface ClassItemProps extends Part {
  of: FleetClass
  label: string
  icon: ReactNode
  badge?: string
}

function ClassItem({ of, badge, ...item }: ClassItemProps) {
  const { data: count } = useQuery({ ...applicationCountsQuery(), select: (counts) => counts[of] })
  // Devices have their own URLs but belong to the fleets entry.
  const isDevice = useLinks().useIsCurrent(paths.devices())
  return (
    <Item {...item} to={paths.applications(of)} isCurrent={of === 'fleet' && isDevice}>
      {badge && <Tag>{badge}</Tag>}{' '}
      {count !== undefined && <small className={styles.count}>{formatNumber(count)}</small>}
    </Item>
  )
}

function PinnedNavigation(part: Part) {
  const [kept] = useStored(pinnedFleets)
  const classes = useShownClasses()
  const pinned = kept.filter(({ fleetClass }) => classes.includes(fleetClass))
  if (pinned.length === 0) return null
  return (
    <nav aria-label={shellText.pinned}>
      <h2 className={part.collapsed ? 'visually-hidden' : styles.section}>{shellText.pinned}</h2>
      <ul className={styles.list}>
        {pinned.map(({ id, name, fleetClass }) => (
          <Item
            key={id}
            {...part}
            label={name}
            to={paths.application(id, fleetClass)}
            icon={<IconCpu size={16} stroke={1.7} />}
          />
        ))}
      </ul>
    </nav>
  )
}

interface ItemProps extends Part {
  to: string
  label: string
  icon: ReactNode
  /** Also active for pages that are not below `to`. */
  isCurrent?: boolean
  children?: ReactNode
}

function Item({ to, label, icon, isCurrent, collapsed, onLeave, children }: ItemProps) {
  const { useIsCurrent } = useLinks()
  const isShown = useIsCurrent(to) || isCurrent === true
  return (
    <li>
      <Tooltip text={collapsed ? label : undefined}>
        <Link
          to={to}
          className={styles.item}
          aria-current={isShown ? 'page' : undefined}
          aria-label={collapsed ? label : undefined}
          onClick={onLeave}
        >
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
          {!collapsed && (
            <>
              <span className={styles.label}>{label}</span> {children}
            </>
          )}
        </Link>
      </Tooltip>
    </li>
  )
}

function SidebarFoot({ collapsed, onToggle }: Pick<SidebarProps, 'collapsed' | 'onToggle'>) {
  const changelog = useChangelog()
  const [opened, setOpened] = useState(false)
  return (
    <div className={styles.foot}>
      <IconButton
        label={changelog.isNew ? shellText.changelogNew : shellText.changelog}
        icon={<IconGift size={17} stroke={1.7} aria-hidden="true" />}
        marked={changelog.isNew}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      />
      {onToggle && (
        <IconButton
          label={collapsed ? shellText.expandSidebar : shellText.collapseSidebar}
          icon={
            collapsed ? (
              <IconLayoutSidebarLeftExpand size={17} stroke={1.7} aria-hidden="true" />
            ) : (
              <IconLayoutSidebarLeftCollapse size={17} stroke={1.7} aria-hidden="true" />
            )
          }
          aria-expanded={!collapsed}
          onClick={onToggle}
        />
      )}
      <ChangelogDialog
        opened={opened || changelog.isNew}
        onClose={() => {
          setOpened(false)
          changelog.markSeen()
        }}
      />
    </div>
  )
}
