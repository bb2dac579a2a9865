import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatusCliente } from '#domain/cliente.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { type Filtros, filtrosEmUso } from '#web/ui/filtros.ts'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { AbasSituacao } from './AbasSituacao.tsx'
import {
  clientesAdminQuery,
  filtrosDosClientes,
  listaDosClientes,
  ORDEM,
  paginaDosClientesQuery,
  SEM_FILTROS,
} from './admin.queries.ts'
import { BarraDeSelecao } from './BarraDeSelecao.tsx'
import { COLUNAS, ItemAdmin } from './colunasAdmin.tsx'
import { FiltrosAdmin, useFiltrosEmPalavras } from './FiltrosAdmin.tsx'
import { useSelecaoClientes } from './useSelecaoClientes.ts'
import './clientes.css'

const ClienteDrawer = onDemand(() => import('./ClienteDrawer.tsx'), 'ClienteDrawer')
const PAINEL = 'clientes-da-situacao'

/** Every customer, by status; the name opens the customer beside the list. */
export function AdminClientesPage() {
  const { filtros, mudar } = useFiltros()
  const lista = listaDosClientes(filtros)
  const { status, ordenar } = lista
  const consulta = useQuery(paginaDosClientesQuery(filtros))
  const selecao = useSelecaoClientes(consulta.data, { ...filtrosDosClientes(filtros), status })
  const { aberto, abrir, fechar } = useRegistro('cliente')
  const selecionando = selecao.quantos > 0
  const total = consulta.data?.total ?? 0
  const teto = filtros.busca ? MAIS_ACHADOS_DA_BUSCA : undefined
  return (
    <div className="admin-clientes">
      <AbasSituacao painel={PAINEL} status={status} aoMudar={(novo) => mudar({ status: novo })} />
      <div>
        <div role="tabpanel" id={PAINEL} aria-labelledby={`${PAINEL}-${status ?? 'todos'}`}>
          <Page cheia>
            <div className={selecionando ? 'admin-filtros cedem' : 'admin-filtros'}>
              <FiltrosAdmin consulta={lista} />
            </div>
            {/* A search that reached the most it counts has no known total, so "select all" is not offered. */}
            {selecionando && <BarraDeSelecao selecao={selecao} total={total === teto ? 0 : total} />}
            <DataTable
              rotulo="Clientes"
              consulta={consulta}
              colunas={status ? SEM_STATUS : COLUNAS}
              selecao={selecao.ids}
              aoSelecionar={selecao.escolher}
              nomeDaLinha={({ nome }) => nome}
              ordem={ordenar}
              aoOrdenar={(nova) => mudar({ ordenar: nova === ORDEM ? undefined : nova })}
              aoPaginar={(page) => mudar({ page }, { empurrar: true })}
              teto={teto}
              aoAbrir={({ id }) => abrir(id)}
              abertoId={aberto}
              resumo={
                typeof consulta.data?.soma === 'number' && (
                  <>
                    soma da busca <b>{dinheiro(consulta.data.soma)}</b>
                  </>
                )
              }
              vazio={<Ninguem filtros={filtros} status={status} />}
              celular={(cliente) => <ItemAdmin cliente={cliente} comStatus={!status} />}
            />
          </Page>
        </div>
        {aberto && <ClienteDrawer key={aberto} id={aberto} aoFechar={fechar} />}
      </div>
    </div>
  )
}

const NENHUM_AINDA = (
  <EmptyState
    icone={GroupsOutlined}
    titulo="Nenhum cliente ainda"
    texto="Operadores trazem os clientes por CSV e as contas por XML de notas."
    acao={
      <Link className="button outlined" to="/admin/operadores">
        Gerir operadores
      </Link>
    }
  />
)

const SEM_STATUS = COLUNAS.filter((coluna) => coluna.id !== 'status')

interface NinguemProps {
  filtros: Filtros
  status: StatusCliente | undefined
}
const Ninguem = ({ filtros, status }: NinguemProps) =>
  filtrosEmUso(SEM_FILTROS, filtros) > 0 || status ? <NinguemAchado filtros={filtros} status={status} /> : NENHUM_AINDA

/** Names what narrows the list, and says how many there would be without it. */
function NinguemAchado({ filtros, status }: NinguemProps) {
  const { mudar } = useFiltros()
  const partes = useFiltrosEmPalavras(filtros)
  if (status) partes.unshift(`a situação ${statusCliente[status].rotulo}`)
  const soBusca = useQuery({
    ...clientesAdminQuery({ busca: filtros.busca, per_page: 1 }),
    enabled: Boolean(filtros.busca),
  })
  const semFiltros = filtros.busca && partes.length > 0 ? soBusca.data?.total : undefined
  return (
    <EmptyFiltered
      titulo={filtros.busca ? `Nenhum cliente para “${filtros.busca}”` : 'Nenhum cliente com estes filtros'}
      texto={
        <>
          {partes.length > 0 ? `Com ${partes.join(' e ')}.` : 'Confira o que foi escrito.'}
          {Boolean(semFiltros) &&
            semFiltros !== undefined &&
            ` Sem os filtros, há ${plural(semFiltros, 'cliente', 'clientes')}.`}
        </>
      }
      aoLimpar={() => mudar({ ...SEM_FILTROS, status: undefined })}
    />
  )
}
