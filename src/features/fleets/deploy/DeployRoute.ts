import { Outlet, redirect, type LoaderFunction } from 'react-router'
import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { storedDeployment, linkedDeployment } from './deploy-configuration.ts'

/** Stores the deployment in the link and redirects to the fleets, where its dialog opens. */
export const loader: LoaderFunction = ({ request }) => {
  const { searchParams } = new URL(request.url)
  if (searchParams.size > 0) storedDeployment.set(linkedDeployment(searchParams, api().now()))
  return redirect(paths.deployApplication('fleet'))
}

// Only redirects. An empty component, because the router warns about leaf routes without one.
export const Component = Outlet
