import { useQuery } from '@tanstack/react-query'
import { useUsuario } from '#web/api/useSessao.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { ListaEPainel } from '#web/ui/ListaEPainel.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { statusPromessa } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { COLUNAS, COLUNAS_ADMIN, ItemPromessa } from './colunas.tsx'
import {
  listaDasPromessas,
  ORDEM,
  PLANILHAS,
  paginaDasPromessasQuery,
  SEM_FILTROS,
  STATUS_PROCURADOS,
  TERMINADAS,
} from './promessas.queries.ts'

const PromessaPainel = onDemand(() => import('./PromessaPainel.tsx'), 'PromessaPainel')
const MENUS = [
  {
    rotulo: 'Situação',
    nome: 'status',
    opcoes: STATUS_PROCURADOS.map((valor) => ({
      valor,
      rotulo: valor === TERMINADAS ? 'terminadas, sem as canceladas' : statusPromessa[valor].rotulo.toLowerCase(),
    })),
  },
]

/** The promises: an operator sees their own and nobody's, an administrator everyone's. */
export function PromessasPage() {
  const { role } = useUsuario()
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDasPromessasQuery(role, filtros))
  const { ordenar } = listaDasPromessas(filtros)
  return (
    <ListaEPainel
      nome="promessa"
      barra={
        <BarraDaLista
          busca="Cliente, documento ou telefone"
          semFiltros={SEM_FILTROS}
          menus={MENUS}
          outros={DIAS}
          aoExportar={() => baixarArquivo(PLANILHAS[role], 'promessas.csv', {}, listaDasPromessas(filtros))}
        />
      }
      rotulo="Promessas"
      consulta={consulta}
      colunas={role === 'admin' ? COLUNAS_ADMIN : COLUNAS}
      ordem={ordenar}
      aoOrdenar={(nova) => mudar({ ordenar: nova === ORDEM ? undefined : nova })}
      resumo={
        consulta.data && (
          <>
            prometido <b>{dinheiro(consulta.data.soma)}</b>, pago <b>{dinheiro(consulta.data.soma_paga)}</b>
          </>
        )
      }
      vazio={
        <VazioDaLista
          nada="Nenhuma promessa"
          comFiltros="Nenhuma promessa com estes filtros"
          semFiltros={SEM_FILTROS}
          senao={NADA}
        />
      }
      celular={(uma) => <ItemPromessa uma={uma} />}
      painel={(uma, aoFechar) => <PromessaPainel key={uma.id} promessa={uma} aoFechar={aoFechar} />}
    />
  )
}

const NADA = (
  <EmptyState
    icone={EventAvailableOutlined}
    titulo="Nenhuma promessa ainda"
    texto="Quando um cliente disser que paga num dia, a promessa é registrada na conversa com ele e aparece aqui até ser paga ou quebrada."
  />
)

/** The day that was promised, and the one on which it ended. */
const DIAS = (
  <>
    <FiltroIntervalo rotulo="Paga até" tipo="dias" nomes={['de', 'ate']} />
    <FiltroIntervalo rotulo="Terminou" tipo="dias" nomes={['encerrada_de', 'encerrada_ate']} />
  </>
)
