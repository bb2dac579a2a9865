import { useQuery } from '@tanstack/react-query'
import { NIVEIS } from '#domain/nivel.ts'
import { todosOsAdministradoresQuery } from '#web/administradores/administradores.queries.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Switch } from '#web/ui/Choice.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { nenhumDe } from '#web/ui/filtros.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { rotuloDaAcao } from './acoes.ts'
import type { AoVivo } from './aoVivo.tsx'
import { acoesQuery, filtrosDosLogs, SISTEMA } from './logs.queries.ts'
import { nivelDoLog } from './partes.tsx'

const OPCOES_NIVEL = NIVEIS.map((valor) => ({ valor, rotulo: nivelDoLog[valor].rotulo }))
export const SEM_FILTROS = nenhumDe(filtrosDosLogs)

export function FiltrosLogs({ aoVivo }: { aoVivo: AoVivo }) {
  const { filtros, mudar } = useFiltros()
  const { data: acoes, error: semAcoes } = useQuery(acoesQuery)
  return (
    <BarraDaLista
      busca="Descrição, cliente ou pessoa"
      semFiltros={SEM_FILTROS}
      menus={[
        { rotulo: 'Nível', nome: 'nivel', opcoes: OPCOES_NIVEL },
        {
          rotulo: 'Ação',
          nome: 'acao',
          opcoes: opcoesDeAcao(acoes?.data ?? [], filtros.acao),
          faltam: semAcoes !== null && !acoes,
        },
        { rotulo: 'Quem', nome: 'usuario_id', ...useQuem() },
      ]}
      outros={<FiltroIntervalo rotulo="Período" tipo="dias" nomes={['de', 'ate']} />}
      fim={
        <Switch
          className="center cinza nowrap"
          rotulo="Ao vivo"
          checked={aoVivo.ligado}
          onChange={({ target }) => mudar({ vivo: target.checked ? undefined : 0 })}
        />
      }
      aoExportar={() => baixarArquivo('GET /api/admin/logs/exportar.csv', 'logs.csv', {}, filtrosDosLogs(filtros))}
    />
  )
}

/** Each family (`cliente`) first, then its actions. */
function opcoesDeAcao(acoes: string[], atual: string | undefined) {
  const familias = [...new Set(acoes.map((acao) => acao.split('.')[0] ?? acao))]
  const valores = familias.flatMap((familia) => [familia, ...acoes.filter((acao) => acao.startsWith(`${familia}.`))])
  const todos = !atual || valores.includes(atual) ? valores : [atual, ...valores]
  return todos.map((valor) => ({ valor, rotulo: rotuloDaAcao(valor) }))
}

function useQuem() {
  const eu = useUsuario()
  const operadores = useQuery(dashboardOperadoresQuery)
  const administradores = useQuery(todosOsAdministradoresQuery)
  const outros = [...(administradores.data?.data ?? []).filter(({ id }) => id !== eu.id), ...(operadores.data ?? [])]
  const opcoes = [
    { valor: SISTEMA, rotulo: 'Sistema' },
    { valor: String(eu.id), rotulo: `${eu.name} (você)` },
    ...outros.map((um) => ({ valor: String(um.id), rotulo: um.name })),
  ]
  return { opcoes, faltam: [operadores, administradores].some(({ data, error }) => error !== null && !data) }
}
