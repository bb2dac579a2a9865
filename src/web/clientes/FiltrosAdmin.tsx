import { useQuery } from '@tanstack/react-query'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import type { Option } from '#web/ui/Field.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { type Filtros, opcaoDe } from '#web/ui/filtros.ts'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { type ConsultaAdmin, MENUS, NINGUEM, SEM_FILTROS } from './admin.queries.ts'

/** What narrows the list beside the search, in words. */
export function useFiltrosEmPalavras(filtros: Filtros): string[] {
  const operador = useOpcoesDeOperador().find((um) => um.valor === filtros.operador_id)?.rotulo
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
  const { filtros, mudar } = useFiltros()
  return (
    <BarraDaLista
      porComeco
      busca="Nome, documento ou telefone"
      semFiltros={SEM_FILTROS}
      menus={[{ rotulo: 'Operador', nome: 'operador_id', opcoes: useOpcoesDeOperador() }, ...MENUS]}
      outros={
        <FiltroIntervalo
          rotulo="Valor"
          de={filtros.valor_min}
          ate={filtros.valor_max}
          escrever={(texto) => valor(Number(texto))}
          ler={reais}
          campo={{ prefixo: 'R$', placeholder: '0,00', inputMode: 'decimal' }}
          aoMudar={(valor_min, valor_max) => mudar({ valor_min, valor_max })}
        />
      }
      aoExportar={() => baixarArquivo('GET /api/admin/clientes/exportar.csv', 'clientes.csv', {}, consulta)}
    />
  )
}

function reais(texto: string) {
  const lido = lerDinheiro(texto)
  return lido === null ? null : String(lido)
}

function useOpcoesDeOperador() {
  const { data } = useQuery(dashboardOperadoresQuery)
  return [
    { valor: NINGUEM, rotulo: 'ninguém' },
    ...(data ?? []).map((um) => ({ valor: String(um.id), rotulo: um.name })),
  ]
}
