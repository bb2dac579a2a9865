import { useQuery } from '@tanstack/react-query'
import { nomeDaFaixa } from '#web/contas-receber/palavras.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { type Filtros, useFiltros } from '#web/ui/useFiltros.ts'
import type { ConsultaAdmin } from './admin.api.ts'

const ATRASOS = [
  { valor: 'com_atraso', rotulo: 'com atraso' },
  ...(['1-30', '31-60', '61-90', '90+'] as const).map((valor) => ({ valor, rotulo: nomeDaFaixa(valor) })),
  { valor: 'sem_atraso', rotulo: 'sem atraso' },
] as const
const CHAMADAS = [
  { valor: '3+', rotulo: '3 ou mais' },
  { valor: '1-2', rotulo: '1 ou 2' },
  { valor: '0', rotulo: 'nenhuma' },
] as const
const NINGUEM = 'nenhum'

const TELEFONES = [{ valor: 'sem_celular', rotulo: 'sem celular' }] as const
export const SEM_FILTROS = {
  busca: undefined,
  operador_id: undefined,
  atraso: undefined,
  chamadas: undefined,
  telefone: undefined,
  valor_min: undefined,
  valor_max: undefined,
}

/** The address may hold anything; only what the server knows is asked. */
export function lerFiltros(filtros: Filtros) {
  const dono = filtros.operador_id
  return {
    busca: filtros.busca,
    operador_id: dono === NINGUEM ? dono : Number(dono) || undefined,
    atraso: ATRASOS.find((um) => um.valor === filtros.atraso)?.valor,
    chamadas: CHAMADAS.find((uma) => uma.valor === filtros.chamadas)?.valor,
    telefone: TELEFONES.find((um) => um.valor === filtros.telefone)?.valor,
    valor_min: numeroDe(filtros.valor_min),
    valor_max: numeroDe(filtros.valor_max),
  } satisfies ConsultaAdmin
}

const numeroDe = (texto: string | undefined) => (texto && Number.isFinite(Number(texto)) ? Number(texto) : undefined)

/** What narrows the list beside the search, in words. */
export function useFiltrosEmPalavras(filtros: Filtros): string[] {
  const operador = useOpcoesDeOperador().find((um) => um.valor === filtros.operador_id)?.rotulo
  return [
    operador && `o operador ${operador}`,
    filtros.atraso && ATRASOS.find((um) => um.valor === filtros.atraso)?.rotulo.replace(/^(\d|mais)/, 'o atraso de $1'),
    filtros.chamadas && `chamadas: ${CHAMADAS.find((uma) => uma.valor === filtros.chamadas)?.rotulo}`,
    filtros.telefone && 'telefone: sem celular',
    (filtros.valor_min || filtros.valor_max) && 'o valor escolhido',
  ].filter((parte): parte is string => Boolean(parte))
}

/** Who one looks for: words, operator, lateness, attempts, phone, value; at the right, what is found as a spreadsheet. */
export function FiltrosAdmin({ consulta }: { consulta: ConsultaAdmin }) {
  const { filtros, mudar } = useFiltros()
  return (
    <BarraDaLista
      busca="Nome, documento ou telefone"
      semFiltros={SEM_FILTROS}
      menus={[
        { rotulo: 'Operador', nome: 'operador_id', opcoes: useOpcoesDeOperador() },
        { rotulo: 'Atraso', nome: 'atraso', opcoes: ATRASOS },
        { rotulo: 'Chamadas', nome: 'chamadas', opcoes: CHAMADAS },
        { rotulo: 'Telefone', nome: 'telefone', opcoes: TELEFONES },
      ]}
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
