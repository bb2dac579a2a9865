import { useState } from 'react'
import { DateField } from '#web/ui/DateField.tsx'
import { Select, TextField } from '#web/ui/Field.tsx'
import type { Filtros } from '#web/ui/filtros.ts'
import { lerReais, valor } from '#web/ui/formatos.ts'
import type { useFiltros } from '#web/ui/useFiltros.ts'
import { FAIXAS, ORDENS, statusDe } from './contas.queries.ts'
import { FiltroImportacao } from './FiltroImportacao.tsx'
import { guardarStatus, STATUS } from './filtros.ts'

export interface FiltrosProps {
  filtros: Filtros
  mudar: ReturnType<typeof useFiltros>['mudar']
}

/** On a phone the filters, and the order that a table's head would change, are fields in a sheet. */
export function CamposDosFiltros({ filtros, mudar }: FiltrosProps) {
  return (
    <div className="grid gap-4">
      {filtros.importacao_id && <FiltroImportacao id={Number(filtros.importacao_id)} />}
      <Select
        rotulo="Situação"
        vazio="Todas"
        valor={statusDe(filtros) ?? ''}
        opcoes={STATUS}
        aoMudar={(status) => mudar({ status: guardarStatus(status || undefined) })}
      />
      <Select
        rotulo="Atraso"
        vazio="Qualquer"
        valor={filtros.faixa ?? ''}
        opcoes={FAIXAS}
        aoMudar={(faixa) => mudar({ faixa: faixa || undefined })}
      />
      <div className="par">
        {(['vencimento_de', 'vencimento_ate'] as const).map((nome) => (
          <DateField
            key={nome}
            rotulo={nome === 'vencimento_de' ? 'Vence desde' : 'Vence até'}
            value={filtros[nome] ?? ''}
            aoMudar={(dia) => mudar({ [nome]: dia || undefined })}
          />
        ))}
      </div>
      <div className="par">
        {(['valor_min', 'valor_max'] as const).map((nome) => (
          <Dinheiro
            // Mounted anew when the filter is cleared, so that half-typed text goes too.
            key={`${nome} ${filtros[nome] ?? ''}`}
            rotulo={nome === 'valor_min' ? 'Valor da conta desde' : 'Valor da conta até'}
            de={filtros[nome]}
            aoMudar={(lido) => mudar({ [nome]: lido })}
          />
        ))}
      </div>
      <Select
        rotulo="Ordem"
        valor={filtros.ordenar ?? 'vencimento'}
        opcoes={ORDENS}
        aoMudar={(ordenar) => mudar({ ordenar })}
      />
    </div>
  )
}

interface DinheiroProps {
  rotulo: string
  de: string | undefined
  aoMudar: (valor: string | undefined) => void
}

function Dinheiro({ rotulo, de, aoMudar }: DinheiroProps) {
  const [texto, setTexto] = useState(de ? valor(Number(de)) : '')
  const lido = lerReais(texto)
  const erro = texto !== '' && lido === null
  return (
    <TextField
      rotulo={rotulo}
      prefixo="R$"
      placeholder="0,00"
      inputMode="decimal"
      value={texto}
      onChange={(evento) => setTexto(evento.target.value)}
      onBlur={() => !erro && aoMudar(lido ?? undefined)}
      erro={erro ? 'Por exemplo 1.234,56.' : undefined}
    />
  )
}
