import { useQuery } from '@tanstack/react-query'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Exportar } from '#web/ui/Exportar.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import type { ConsultaAdmin } from './admin.api.ts'

export const ATRASOS = [
  { valor: 'com_atraso', rotulo: 'com atraso' },
  { valor: '1-30', rotulo: '1 a 30 dias' },
  { valor: '31-60', rotulo: '31 a 60 dias' },
  { valor: '61-90', rotulo: '61 a 90 dias' },
  { valor: '90+', rotulo: 'mais de 90 dias' },
  { valor: 'sem_atraso', rotulo: 'sem atraso' },
] as const
export const CHAMADAS = [
  { valor: '3+', rotulo: '3 ou mais' },
  { valor: '1-2', rotulo: '1 ou 2' },
  { valor: '0', rotulo: 'nenhuma' },
] as const
export const NINGUEM = 'nenhum'

interface Props {
  consulta: ConsultaAdmin
  emUso: number
  aoLimpar: () => void
}

/** Who one looks for: words, operator, lateness, attempts, value; at the right, what is found as a spreadsheet. */
export function FiltrosAdmin({ consulta, emUso, aoLimpar }: Props) {
  const { filtros, mudar } = useFiltros()
  const operadores = useOpcoesDeOperador()
  const reais = (texto: string) => {
    const lido = lerDinheiro(texto)
    return lido === null ? null : String(lido)
  }
  const { page: _, ...exportada } = consulta
  return (
    <BarraDeFiltros
      emUso={emUso}
      aoLimpar={aoLimpar}
      busca={
        <SearchField rotulo="Nome, documento ou telefone" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />
      }
      filtros={
        <>
          <FiltroMenu
            rotulo="Operador"
            valor={filtros.operador_id}
            opcoes={operadores}
            aoMudar={(operador_id) => mudar({ operador_id })}
          />
          <FiltroMenu rotulo="Atraso" valor={filtros.atraso} opcoes={ATRASOS} aoMudar={(atraso) => mudar({ atraso })} />
          <FiltroMenu
            rotulo="Chamadas"
            valor={filtros.chamadas}
            opcoes={CHAMADAS}
            aoMudar={(chamadas) => mudar({ chamadas })}
          />
          <FiltroIntervalo
            rotulo="Valor"
            de={filtros.valor_min}
            ate={filtros.valor_max}
            escrever={(texto) => valor(Number(texto))}
            ler={reais}
            campo={{ prefixo: 'R$', placeholder: '0,00', atributos: { inputMode: 'decimal' } }}
            aoMudar={(valor_min, valor_max) => mudar({ valor_min, valor_max })}
          />
        </>
      }
      fim={
        <Exportar
          aoBaixar={() => baixarArquivo('GET /api/admin/clientes/exportar.csv', 'clientes.csv', {}, exportada)}
        />
      }
    />
  )
}

export function useOpcoesDeOperador() {
  const { data } = useQuery(dashboardOperadoresQuery)
  return [
    { valor: NINGUEM, rotulo: 'ninguém' },
    ...(data ?? []).map((um) => ({ valor: String(um.id), rotulo: um.name })),
  ]
}
