import type { ReactNode } from 'react'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import { numero } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { custoTotal, motivosDeFalha } from './desempenho.ts'
import { categoriaEmPalavras } from './palavras.ts'
import './desempenho.css'

interface Props {
  desempenho: DesempenhoModelo[] | undefined
}

/** Why messages did not go out or did not arrive, by Meta's reasons in words, the most frequent first. */
export function Falhas({ desempenho }: Props) {
  const motivos = desempenho && motivosDeFalha(desempenho)
  return (
    <Quadro titulo="Por que falharam">
      <Contagens vazio="Nada falhou neste período.">
        {motivos?.map(({ tipo, titulo, codigo, mensagem, total }) => (
          <Contagem key={`${tipo} ${codigo}`} total={total}>
            {mensagem}
            <div className="miudo">
              {titulo} · código {codigo}
            </div>
          </Contagem>
        ))}
      </Contagens>
    </Quadro>
  )
}

/** By Meta's own pricing of each message: what it charges, by category, and what it does not. */
export function Custo({ desempenho }: Props) {
  const custo = desempenho && custoTotal(desempenho)
  return (
    <Quadro titulo="O que a Meta cobra">
      <Contagens vazio="">
        {custo && [
          ...Object.entries(custo.cobradas).map(([categoria, total]) => (
            <Contagem key={categoria} total={total}>
              Cobradas como {categoriaEmPalavras(categoria).toLowerCase()}
            </Contagem>
          )),
          <Contagem key="gratuitas" total={custo.gratuitas}>
            Gratuitas, dentro da janela de 24 h
          </Contagem>,
          custo.sem_informacao > 0 && (
            <Contagem key="sem" total={custo.sem_informacao}>
              Sem informação da Meta
            </Contagem>
          ),
        ]}
      </Contagens>
      <div className="modelo-detalhe menor cinza desempenho-rodape">
        A Meta cobra por mensagem entregue, e o preço depende da categoria: veja a tabela do seu país em Cobrança, no
        Gerenciador do WhatsApp.
      </div>
    </Quadro>
  )
}

function Contagens({ vazio, children }: { vazio: string; children: ReactNode[] | undefined }) {
  if (!children)
    return (
      <div className="desempenho-espera">
        <Skeleton altura={72} />
      </div>
    )
  if (children.length === 0) return <div className="cinza desempenho-rodape">{vazio}</div>
  return <ul className="desempenho-linhas">{children}</ul>
}

const Contagem = ({ total, children }: { total: number; children: ReactNode }) => (
  <li>
    <div>{children}</div>
    <span className="forte algarismos">{numero(total)}</span>
  </li>
)
