import Archive from 'lucide-react/icons/archive'
import Banknote from 'lucide-react/icons/banknote'
import Boxes from 'lucide-react/icons/boxes'
import FileText from 'lucide-react/icons/file-text'
import FolderTree from 'lucide-react/icons/folder-tree'
import House from 'lucide-react/icons/house'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import Network from 'lucide-react/icons/network'
import PackageOpen from 'lucide-react/icons/package-open'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Users from 'lucide-react/icons/users'
import type { ComponentType, SVGProps } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Permission } from '#contract/permissions.ts'

export type NavItem = {
  name: string
  to: string
  /** Opens the page when pressed after `g`. */
  key: string
  permission: Permission
  Icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>
}

/** Items of the sidebar, in a few words (docs/back-office §8). */
export const navItems: readonly NavItem[] = [
  { name: 'Today', to: adminPaths.home, key: 't', permission: 'orders.read', Icon: House },
  { name: 'Orders', to: adminPaths.orders, key: 'o', permission: 'orders.read', Icon: Archive },
  { name: 'Pack', to: adminPaths.pack, key: 'p', permission: 'shipments.change', Icon: PackageOpen },
  { name: 'Money', to: adminPaths.money, key: 'm', permission: 'payments.book', Icon: Banknote },
  { name: 'Members', to: adminPaths.members, key: 'c', permission: 'members.read', Icon: Users },
  { name: 'Network', to: adminPaths.network, key: 'n', permission: 'members.read', Icon: Network },
  { name: 'Products', to: adminPaths.products, key: 'd', permission: 'products.read', Icon: ShoppingBag },
  { name: 'Categories', to: adminPaths.categories, key: 'k', permission: 'products.read', Icon: FolderTree },
  { name: 'Stock', to: adminPaths.stock, key: 's', permission: 'products.read', Icon: Boxes },
  { name: 'Messages', to: adminPaths.messages, key: 'q', permission: 'messages.read', Icon: Mail },
  { name: 'Content', to: adminPaths.content, key: 'w', permission: 'content.change', Icon: FileText },
  { name: 'Posts', to: adminPaths.posts, key: 'b', permission: 'content.change', Icon: MessageSquare },
]

/** Items below the person's name at the bottom of the sidebar. */
export const personalNavItems: readonly Omit<NavItem, 'Icon'>[] = [
  { name: 'Approvals', to: adminPaths.approvals, key: 'v', permission: 'approve' },
  { name: 'Outbox', to: adminPaths.outbox, key: 'u', permission: 'orders.read' },
  { name: 'Reports', to: adminPaths.reports, key: 'r', permission: 'reports.read' },
  { name: 'Audit', to: adminPaths.audit, key: 'a', permission: 'audit.read' },
  { name: 'Staff', to: adminPaths.staff, key: 'f', permission: 'staff.change' },
  { name: 'Status', to: adminPaths.status, key: 'l', permission: 'status.read' },
  { name: 'Settings', to: adminPaths.settings, key: 'e', permission: 'settings.change' },
  { name: 'My profile', to: adminPaths.profile, key: 'i', permission: 'orders.read' },
]

/** True on the item's page and below it, except for the home page, which matches exactly. */
export const isActivePath = (path: string, to: string): boolean =>
  to === adminPaths.home ? path === to : path === to || path.startsWith(`${to}/`)
