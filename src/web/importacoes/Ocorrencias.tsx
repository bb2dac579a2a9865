import { type ReactNode, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { maiuscula, numero } from '#web/ui/formatos.ts'
import { Lista } from './ListaDocumentos.tsx'
import { agruparOcorrencias, comNumeros, type Grupo, tituloDe } from './ocorrencias.ts'
import { VerConta } from './VerConta.tsx'
import './achados.css'

interface Props {
  titulo: string
  itens: ResultadoXml['avisos']
  tom: 'warning' | 'error'
  icone: ReactNode
}

const POR_VEZ = 50

/** What to look at: each reason once, with how many documents it concerns, and which. */
export function Ocorrencias({ titulo, itens, tom, icone }: Props) {
  const [mostrados, setMostrados] = useState(POR_VEZ)
  if (itens.length === 0) return null
  const grupos = agruparOcorrencias(itens)
  return (
    <Lista titulo={titulo} icone={icone} total={<Chip tom={tom}>{numero(itens.length)}</Chip>}>
      <ul>
        {grupos.slice(0, mostrados).map((grupo) => (
          <Ocorrencia
            key={grupo.frase + grupo.itens[0]?.arquivo}
            grupo={grupo}
            contado={grupos.length < itens.length}
          />
        ))}
      </ul>
      {grupos.length > mostrados && (
        <Button className="achados-mais" onClick={() => setMostrados(mostrados + POR_VEZ)}>
          Ver mais {numero(Math.min(POR_VEZ, grupos.length - mostrados))}
        </Button>
      )}
    </Lista>
  )
}

function Ocorrencia({ grupo: { frase, itens }, contado }: { grupo: Grupo; contado: boolean }) {
  const [aberta, setAberta] = useState(false)
  const varios = itens.length > 1
  return (
    <li className="achado quebra">
      {contado && <b className="algarismos">{numero(itens.length)}</b>}
      <div className="grow">
        {comNumeros(maiuscula(frase))}
        {varios ? (
          <Button size="small" className="ocorrencia-quais" aria-expanded={aberta} onClick={() => setAberta(!aberta)}>
            {aberta ? 'Ocultar' : `Ver os ${numero(itens.length)}`}
          </Button>
        ) : (
          <div className="miudo">{itens[0]?.arquivo}</div>
        )}
        {varios && aberta && (
          <ul className="achado-itens grid gap-4 miudo">
            {itens.map((item) => (
              <li key={item.arquivo + item.chave_nfe}>{`${tituloDe(item.mensagem)} ${item.arquivo}`.trim()}</li>
            ))}
          </ul>
        )}
      </div>
      {/já importada com/.test(frase) && <VerConta mensagem={frase} />}
    </li>
  )
}
