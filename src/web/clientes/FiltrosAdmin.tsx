import { useQuery } from '@tanstack/react-query'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import type { Option } from '#web/ui/Field.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { type Filtros, opcaoDe } from '#web/ui/filtros.ts'
import { type ConsultaAdmin, MENUS, NINGUEM, SEM_FILTROS } from './admin.queries.ts'

/** What narrows the list beside the search, in words. */
export function useFiltrosEmPalavras(filtros: Filtros): string[] {
  const operador = useOpcoesDeOperador().opcoes.find((um) => um.valor === filtros.operador_id)?.rotulo
  return [
    operador && `o operador ${operador}`,
    ...MENUS.map(({ nome, rotulo, opcoes }) => emPalavras(rotulo, opcaoDe<Option>(opcoes, filtros[nome])?.rotulo)),
    (filtros.valor_min || filtros.valor_max) && 'o valor escolhido',
  ].filter((parte): parte is string => Boolean(parte))
}

/** "chamadas: 3 ou mais"; of lateness, "com atraso", "o atraso de 1 a 30 dias". */
function emPalavras(rotulo: string, valor: string | undefined) {
  if (rotulo === 'Atraso') return valor?.replace(/^(\d|mais)/, 'o atraso de $1')
  return valor && `${rotulo.toLowerCase()}: ${valor}`
}

/** Search and filters of the list; at the right, its spreadsheet. */
export function FiltrosAdmin({ consulta }: { consulta: ConsultaAdmin }) {
  return (
    <BarraDaLista
      porComeco
      busca="Nome, documento ou telefone"
      semFiltros={SEM_FILTROS}
      menus={[{ rotulo: 'Operador', nome: 'operador_id', ...useOpcoesDeOperador() }, ...MENUS]}
      outros={<FiltroIntervalo rotulo="Valor" tipo="reais" nomes={['valor_min', 'valor_max']} />}
      aoExportar={() => baixarArquivo('GET /api/admin/clientes/exportar.csv', 'clientes.csv', {}, consulta)}
    />
  )
}

function useOpcoesDeOperador() {
  const { data, error } = useQuery(dashboardOperadoresQuery)
  const opcoes = [
    { valor: NINGUEM, rotulo: 'ninguém' },
    ...(data ?? []).map((um) => ({ valor: String(um.id), rotulo: um.name })),
  ]
  return { opcoes, faltam: error !== null && !data }
}
