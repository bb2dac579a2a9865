import { type RefObject, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { somarDias } from '#domain/data.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dia, diaEMes, dinheiro, plural, soDigitos } from '#web/ui/formatos.ts'
import { HelpOutlineOutlined } from '#web/ui/icons/HelpOutlineOutlined.tsx'
import { Lista } from './ListaDocumentos.tsx'
import { dicaDe, tituloDe } from './ocorrencias.ts'
import { type Decisoes, diasValidos, MOTIVOS, type Motivo, type porMotivo, queEsperam } from './pendencias.ts'
import './pendencias.css'

type Grupos = ReturnType<typeof porMotivo>
interface Props {
  grupos: Grupos
  decisoes: Decisoes
  aoMudar: (decisoes: Partial<Decisoes>) => void
  campoDias: RefObject<HTMLInputElement | null>
}

/** The documents that wait for a decision: one checkbox a reason, over its notes. */
export function Pendencias({ grupos, decisoes, aoMudar, campoDias }: Props) {
  const { aceitar, dias } = decisoes
  const alternar = (motivo: Motivo, sim: boolean) => {
    const novos = new Set(aceitar)
    if (sim) novos.add(motivo)
    else novos.delete(motivo)
    return novos
  }
  const esperam = queEsperam(grupos.flatMap(({ itens }) => itens)).documentos
  return (
    <Lista
      titulo={`Diga o que fazer com ${plural(esperam, 'nota', 'notas')}`}
      icone={<HelpOutlineOutlined data-tom="warning" />}
      total={<span className="miudo">o que ficar desmarcado não é gravado</span>}
    >
      {grupos.map((grupo) => (
        <div key={grupo.motivo} className="pendencia">
          <Motivacao
            grupo={grupo}
            marcado={aceitar.has(grupo.motivo)}
            aoMarcar={(sim) => aoMudar({ aceitar: alternar(grupo.motivo, sim) })}
          />
          {grupo.motivo === 'sem_vencimento' && (
            <TextField
              rotulo="Vencem após"
              sufixo="dias da emissão"
              ref={campoDias}
              value={dias}
              inputMode="numeric"
              onChange={(evento) => {
                const novos = soDigitos(evento.target.value).slice(0, 3)
                aoMudar({ dias: novos, ...(novos && { aceitar: alternar('sem_vencimento', true) }) })
              }}
              ajuda={vencimentos(grupo.itens, dias)}
            />
          )}
        </div>
      ))}
    </Lista>
  )
}

const DE_INICIO = 10

interface MotivacaoProps {
  grupo: Grupos[number]
  marcado: boolean
  aoMarcar: (sim: boolean) => void
}

function Motivacao({ grupo: { motivo, itens }, marcado, aoMarcar }: MotivacaoProps) {
  const { titulo, texto } = MOTIVOS[motivo]
  const [mostradas, setMostradas] = useState(DE_INICIO)
  return (
    <div>
      <Checkbox
        className="pendencia-motivo"
        rotulo={titulo(itens.length)}
        ajuda={texto}
        checked={marcado}
        onChange={(evento) => aoMarcar(evento.target.checked)}
      />
      <ul className="pendencia-notas">
        {itens.slice(0, mostradas).map((item) => (
          <Nota key={item.arquivo + item.chave_nfe} item={item} />
        ))}
      </ul>
      {itens.length > mostradas && (
        <Button size="small" className="pendencia-mais" onClick={() => setMostradas(itens.length)}>
          Ver notas: mais {itens.length - mostradas}
        </Button>
      )}
    </div>
  )
}

function Nota({ item }: { item: ResultadoXml['pendencias'][number] }) {
  const dica = dicaDe(item.mensagem)
  return (
    <li>
      <span className="cinza">{tituloDe(item.mensagem) || item.numero}</span>
      <div className="nota-cliente quebra">
        {item.cliente}
        {dica && <div className="miudo">A nota diz: {dica}</div>}
      </div>
      <span className="algarismos">{dinheiro(item.valor)}</span>
    </li>
  )
}

/** The due days that would result, to show what the number of days does. */
function vencimentos(itens: ResultadoXml['pendencias'], dias: string): string | undefined {
  if (!diasValidos(dias)) return undefined
  const dele = [...new Set(itens.map(({ emissao }) => somarDias(emissao, Number(dias))))].sort()
  const [primeira, ultima] = [dele[0], dele.at(-1)]
  if (!primeira || !ultima) return undefined
  if (primeira === ultima) return dia(primeira)
  return `${diaEMes(primeira)} ${dele.length === 2 ? 'e' : 'a'} ${dia(ultima)}`
}
