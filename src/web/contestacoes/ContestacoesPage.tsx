import { useQuery } from '@tanstack/react-query'
import { MOTIVOS_DA_CONTESTACAO, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { FeedbackOutlined } from '#web/ui/icons/FeedbackOutlined.tsx'
import { ListaEPainel } from '#web/ui/ListaEPainel.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Soma } from '#web/ui/Soma.tsx'
import { statusContestacao } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { COLUNAS, COLUNAS_ADMIN, ItemContestacao } from './colunas.tsx'
import {
  listaDasContestacoes,
  PLANILHAS,
  PRAZOS,
  paginaDasContestacoesQuery,
  SEM_FILTROS,
  SEM_RESPOSTA,
  STATUS_PROCURADOS,
} from './contestacoes.queries.ts'

const ContestacaoPainel = onDemand(() => import('./ContestacaoPainel.tsx'), 'ContestacaoPainel')
const MENUS = [
  {
    rotulo: 'Situação',
    nome: 'status',
    opcoes: STATUS_PROCURADOS.map((valor) => ({
      valor,
      rotulo: valor === SEM_RESPOSTA ? 'sem resposta' : statusContestacao[valor].rotulo.toLowerCase(),
    })),
  },
  {
    rotulo: 'Motivo',
    nome: 'motivo',
    opcoes: MOTIVOS_DA_CONTESTACAO.map((valor) => ({ valor, rotulo: ROTULOS_DO_MOTIVO[valor].toLowerCase() })),
  },
  { rotulo: 'Prazo', nome: 'atrasadas', opcoes: PRAZOS },
]

/** The disputes, unanswered ones first: an operator sees their own and nobody's, an administrator everyone's. */
export function ContestacoesPage() {
  const { role } = useUsuario()
  const { filtros } = useFiltros()
  const consulta = useQuery(paginaDasContestacoesQuery(role, filtros))
  return (
    <ListaEPainel
      nome="contestacao"
      barra={
        <BarraDaLista
          busca="Cliente, telefone ou número"
          semFiltros={SEM_FILTROS}
          menus={MENUS}
          aoExportar={() => baixarArquivo(PLANILHAS[role], 'contestacoes.csv', {}, listaDasContestacoes(filtros))}
        />
      }
      rotulo="Contestações"
      consulta={consulta}
      colunas={role === 'admin' ? COLUNAS_ADMIN : COLUNAS}
      resumo={consulta.data && <Soma valor={consulta.data.soma} />}
      vazio={
        <VazioDaLista
          nada="Nenhuma contestação"
          comFiltros="Nenhuma contestação com estes filtros"
          semFiltros={SEM_FILTROS}
          senao={NADA}
        />
      }
      celular={(uma) => <ItemContestacao uma={uma} />}
      painel={(uma, aoFechar) => <ContestacaoPainel key={uma.id} contestacao={uma} aoFechar={aoFechar} />}
    />
  )
}

const NADA = (
  <EmptyState
    icone={FeedbackOutlined}
    titulo="Nenhuma contestação"
    texto="Quando um cliente disser que não deve, ou que não é assim, a contestação é aberta na conversa com ele e espera aqui por uma resposta."
  />
)
