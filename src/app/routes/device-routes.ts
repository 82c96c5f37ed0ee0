import type { RouteObject } from 'react-router'
import { Component as NotFound } from '@/app/pages/NotFoundPage.tsx'
import { DeviceRouteError, RouteError } from '@/app/pages/RouteError.tsx'
import { paths } from '@/lib/paths.ts'
import { redirectTo, whenOffered, withoutSummary } from './route-parts.ts'

/** The three diagnostics pages of a device. */
const diagnosticsRoute: RouteObject = {
  path: paths.deviceDiagnostics(':deviceUuid'),
  lazy: () => import('@/features/device-page/diagnostics/DiagnosticsPage.tsx'),
  children: [
    {
      index: true,
      lazy: whenOffered(
        'diagnostics',
        () => import('@/features/device-page/diagnostics/HealthChecksPage.tsx'),
      ),
    },
    {
      path: paths.deviceDiagnose(':deviceUuid'),
      lazy: whenOffered('diagnostics', () => import('@/features/device-page/diagnostics/DiagnosePage.tsx')),
    },
    {
      path: paths.deviceSupervisorState(':deviceUuid'),
      lazy: () => import('@/features/device-page/diagnostics/SupervisorStatePage.tsx'),
    },
  ],
}

/** The pages of one device, of several together, and of two compared. */
export const deviceRoutes: RouteObject[] = [
  {
    path: paths.deviceLogs(),
    ErrorBoundary: RouteError,
    lazy: () => import('@/features/device-page/multi-device/DeviceLogsPage.tsx'),
  },
  {
    path: paths.runCommand(),
    lazy: () => import('@/features/device-page/multi-device/RunCommandPage.tsx'),
  },
  {
    path: paths.compareDevices(':deviceUuid', ':otherUuid'),
    lazy: () => import('@/features/device-page/compare/CompareDevicesPage.tsx'),
    ErrorBoundary: RouteError,
  },
  {
    path: paths.device(':deviceUuid'),
    lazy: () => import('@/features/device-page/DevicePage.tsx'),
    ErrorBoundary: DeviceRouteError,
    children: [
      { index: true, lazy: () => import('@/features/device-page/summary/DeviceSummaryPage.tsx') },
      { path: paths.oldSummary(paths.device(':deviceUuid')), ...redirectTo(withoutSummary) },
      {
        path: paths.deviceActions(':deviceUuid'),
        lazy: () => import('@/features/device-page/actions/DeviceActionsPage.tsx'),
      },
      {
        path: paths.deviceSettings(':deviceUuid'),
        lazy: () => import('@/features/device-page/settings/DeviceSettingsPage.tsx'),
      },
      {
        path: paths.deviceLocation(':deviceUuid'),
        lazy: whenOffered('location', () => import('@/features/device-page/location/DeviceLocationPage.tsx')),
      },
      {
        path: paths.deviceConfiguration(':deviceUuid'),
        lazy: () => import('@/features/variables/DeviceConfigurationPage.tsx'),
      },
      {
        path: paths.deviceVariables(':deviceUuid'),
        lazy: () => import('@/features/variables/DeviceVariablesPage.tsx'),
      },
      diagnosticsRoute,
      {
        path: paths.deviceHistory(':deviceUuid'),
        lazy: () => import('@/features/device-page/history/DeviceHistoryPage.tsx'),
      },
      { path: '*', Component: NotFound },
    ],
  },
]
