import {
  IconCopy,
  IconExternalLink,
  IconFingerprint,
  IconHistory,
  IconLogout,
  IconSettings,
  IconShield,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { useServices } from '@/app/services.tsx'
import { cutText } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { shellText } from '@/messages/app/shell.ts'
import { commonText } from '@/messages/common/common.ts'
import { tabText } from '@/messages/common/tabs.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Menu } from '@/ui/overlay/Menu.tsx'
import type { MenuAction } from '@/ui/overlay/MenuItem.tsx'
import { colorSchemes, setColorScheme, useColorScheme, type ColorScheme } from '@/ui/theme/color-scheme.ts'
import { signOut } from '@/widgets/account/sign-out.ts'
import { useOffersSignOn } from '@/widgets/account/use-offers-sign-on.ts'
import { avatarUrlQuery } from './avatar.ts'
import { currentUserQuery } from './shell.queries.ts'
import styles from './UserMenu.module.css'

/** Maximum length of a username before it is truncated, and the truncated length. */
const NAME_LIMIT = 20
const NAME_KEPT = 17

export function UserMenu() {
  const { avatarLookup, adminUrl } = useServices()
  const { data: user } = useQuery(currentUserQuery())
  const { data: picture } = useQuery(avatarUrlQuery(avatarLookup ? (user?.email ?? null) : null))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const colorScheme = useColorScheme()
  // Loaded when the menu is about to open, which most users never do.
  const [isWanted, setWanted] = useState(false)
  const offersSignOn = useOffersSignOn({ enabled: isWanted })
  const name = user?.username
  const isAdmin = api().session.claims()?.permissions?.includes('admin.home') === true
  return (
    <Menu
      width={250}
      trigger={
        <button
          type="button"
          className={styles.trigger}
          aria-label={name === undefined ? shellText.userUnknown : shellText.userMenu(name)}
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
        >
          <Avatar name={name ?? '…'} imageUrl={picture ?? undefined} />
        </button>
      }
      header={
        <div className={styles.header}>
          {name !== undefined && <b title={name}>{cutText(name, NAME_LIMIT, NAME_KEPT)}</b>}
          {user?.email && <span className={styles.email}>{user.email}</span>}
        </div>
      }
      groups={[
        {
          actions: [
            ...(name === undefined ? [] : [copyAction(name)]),
            preferencesAction,
            activityAction,
            ...(offersSignOn ? [identityProviderAction] : []),
          ],
        },
        { title: shellText.theme, actions: themeActions(colorScheme) },
        ...(isAdmin ? [{ actions: [adminAction(adminUrl)] }] : []),
        {
          actions: [
            {
              label: shellText.signOut,
              icon: <IconLogout size={16} stroke={1.7} aria-hidden="true" />,
              onSelect: () => signOut({ navigate }, queries),
            },
          ],
        },
      ]}
    />
  )
}

const preferencesAction: MenuAction = {
  label: shellText.preferences,
  icon: <IconSettings size={16} stroke={1.7} aria-hidden="true" />,
  to: paths.preferences(),
}

const activityAction: MenuAction = {
  label: tabText.activity,
  icon: <IconHistory size={16} stroke={1.7} aria-hidden="true" />,
  to: paths.activity(),
}

const identityProviderAction: MenuAction = {
  label: shellText.identityProvider,
  icon: <IconFingerprint size={16} stroke={1.7} aria-hidden="true" />,
  to: paths.identityProviders(),
}

function adminAction(adminUrl: string | null): MenuAction {
  return {
    label: shellText.admin,
    icon: <IconShield size={16} stroke={1.7} aria-hidden="true" />,
    aside: <IconExternalLink size={14} aria-hidden="true" />,
    ...(adminUrl === null ? { reason: shellText.noAdminSite } : { to: adminUrl }),
  }
}

function copyAction(name: string): MenuAction {
  return {
    label: commonText.copy(shellText.username),
    icon: <IconCopy size={16} stroke={1.7} aria-hidden="true" />,
    onSelect: () =>
      void copyText(name).then((copied) =>
        showToast(
          copied ? { tone: 'ok', title: commonText.copied } : { tone: 'bad', title: commonText.copyFailed },
        ),
      ),
  }
}

function themeActions(chosen: ColorScheme): readonly MenuAction[] {
  return colorSchemes.map((value) => ({
    label: shellText.themes[value],
    checked: value === chosen,
    keepOpen: true,
    onSelect: () => setColorScheme(value),
  }))
}
