import type { ReactNode } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { ROTULO_DA_CODIFICACAO } from './csvHead.ts'
import { ErrosPorCausa } from './ErrosPorCausa.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import './achados.css'

interface Props {
  resultado: ResultadoCsv
  erro: ReactNode
  aoVoltar: () => void
  aoImportar: () => void
}

/** What would happen, before anything is written: the counts, and the errors by cause. */
export function ConferenciaCsv({ resultado, erro, aoVoltar, aoImportar }: Props) {
  const vao = resultado.importados + resultado.atualizados
  const nada = vao === 0 && resultado.contas_criadas === 0 && !resultado.espera_administrador
  return (
    <>
      <Page>
        {erro}
        <Contagens resultado={resultado} />
        <EsperaAdministrador resultado={resultado} />
        <ErrosPorCausa resultado={resultado} />
      </Page>
      <RodapePassos
        esquerda={
          resultado.contas_criadas > 0 && (
            <span className="cinza">
              Com {plural(resultado.contas_criadas, 'conta em aberto', 'contas em aberto')} para cobrar.
            </span>
          )
        }
      >
        <Button onClick={aoVoltar}>Voltar às colunas</Button>
        <Button variant="contained" onClick={aoImportar} disabled={nada}>
          {nada ? 'Nada novo a importar' : vao > 0 ? `Importar ${plural(vao, 'linha', 'linhas')}` : 'Importar'}
        </Button>
      </RodapePassos>
    </>
  )
}

function Contagens({ resultado }: { resultado: ResultadoCsv }) {
  const { importados, atualizados, ignorados, total_linhas } = resultado
  const deFora = Math.max(0, total_linhas - importados - atualizados - ignorados)
  const partes = [
    { rotulo: 'Novos', quantas: importados, tom: 'success' },
    { rotulo: 'Atualizados', quantas: atualizados },
    { rotulo: 'Sem mudança', quantas: ignorados, tom: 'neutral' },
    { rotulo: 'Com erro, ficam de fora', quantas: deFora, tom: 'error' },
  ]
  return (
    <Card folga aria-label="Contagem das linhas" className="lidas">
      {partes.map(({ rotulo, quantas, tom }) => (
        <div key={rotulo} className="lidas-conta" data-tom={tom}>
          <span className="cinza">{rotulo}</span>
          <div className="algarismos">{numero(quantas)}</div>
        </div>
      ))}
      <div className="lidas-parte grid gap-8">
        <div aria-hidden className="lidas-barra pintado">
          {partes
            .filter(({ quantas }) => quantas > 0)
            .map(({ rotulo, quantas, tom }) => (
              <span key={rotulo} data-tom={tom} style={{ flexGrow: quantas }} />
            ))}
        </div>
        <div className="miudo">
          {total_linhas === 0 ? 'Nenhuma linha depois dos títulos.' : `${plural(total_linhas, 'linha', 'linhas')}. `}
          {deFora > 0 && 'As corretas entram mesmo que as outras fiquem de fora. '}
          {`Lido como ${ROTULO_DA_CODIFICACAO[resultado.codificacao]}${resultado.codificacao_certa ? '' : ': confira os acentos'}.`}
        </div>
      </div>
    </Card>
  )
}
