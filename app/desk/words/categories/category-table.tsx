import { categoryTree } from '~/catalog/category-tree'
import { freeText } from '~/ui/free-text'
import { Table } from '../../table'
import type { DeskCategory } from './categories.server'

/** All categories as the tree of the shop, each with a link to its page. */
export function CategoryTable({ categories }: { categories: readonly DeskCategory[] }) {
  const rows = categoryTree(categories).flatMap(({ name, depth }) =>
    categories.filter((category) => category.name === name).map((category) => ({ ...category, depth })),
  )
  return (
    <Table
      name="Categories"
      columns={['Category', 'Products', 'Shown']}
      numbers={['Products']}
      className="desk-table desk-lined"
    >
      {rows.map(({ id, name, depth, products, ...flags }) => (
        <tr key={id}>
          <td style={{ paddingInlineStart: 8 + depth * 22 }}>
            <a className="link" href={`/desk/categories/${id}`} {...freeText(name)}>
              {name}
            </a>
          </td>
          <td className="number">{products}</td>
          <td className="small">{whereShown(flags)}</td>
        </tr>
      ))}
    </Table>
  )
}

function whereShown({
  is_active: isActive,
  is_home: isHome,
  is_browse_section: isStyle,
}: Partial<DeskCategory>): string {
  if (!isActive) return 'Not shown'
  return ['Listing', ...(isHome ? ['menu'] : []), ...(isStyle ? ['styles'] : [])].join(', ')
}
