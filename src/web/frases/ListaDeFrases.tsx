import { useQuery } from '@tanstack/react-query'
import type { Frase } from '#contract/frases.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type DeQuem, useFrases } from './frases.api.ts'
import { frasesDaEmpresaQuery, minhasFrasesQuery } from './frases.queries.ts'
import './frases.css'

const FraseDialog = onDemand(() => import('./FraseDialog.tsx'), 'FraseDialog')
const editar = (deQuem: DeQuem, frase?: Frase) =>
  void abrir((fechar) => <FraseDialog deQuem={deQuem} {...(frase && { frase })} aoFechar={() => fechar()} />)

const DE_QUEM: Record<DeQuem, { titulo: string; texto: string; vazio: string }> = {
  minhas: {
    titulo: 'Suas frases',
    texto: 'Textos que só você usa. Numa conversa, digite / e o atalho.',
    vazio: 'Você ainda não tem frases. Guarde o que escreve toda hora: a saudação, o endereço, como pagar.',
  },
  da_empresa: {
    titulo: 'Frases da empresa',
    texto: 'Textos que todos os operadores acham ao digitar / numa conversa.',
    vazio: 'A empresa ainda não tem frases.',
  },
}

/** The phrases for the composer, one's own or the company's: reads, writes and deletes them. */
export function ListaDeFrases({ deQuem }: { deQuem: DeQuem }) {
  const { data, error, refetch } = useQuery(deQuem === 'minhas' ? minhasFrasesQuery : frasesDaEmpresaQuery)
  const { titulo, texto, vazio } = DE_QUEM[deQuem]
  return (
    <section className="cartao folgado stack gap-12" aria-labelledby="frases-titulo">
      <div className="row wrap between gap-12">
        <div>
          <h2 id="frases-titulo" className="titulo">
            {titulo}
          </h2>
          <p className="cinza">{texto}</p>
        </div>
        <Button variant="tonal" startIcon={<AddOutlined />} onClick={() => editar(deQuem)}>
          Nova frase
        </Button>
      </div>
      {error && !data && (
        <ErrorState titulo="Não foi possível buscar as frases" erro={error} aoTentar={() => void refetch()} />
      )}
      {!data && !error && <Skeleton altura={96} />}
      {data?.data.length === 0 && <p className="cinza">{vazio}</p>}
      {data && data.data.length > 0 && (
        <ul className="frases">
          {data.data.map((frase) => (
            <ItemFrase key={frase.id} frase={frase} deQuem={deQuem} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ItemFrase({ frase, deQuem }: { frase: Frase; deQuem: DeQuem }) {
  const { apagar } = useFrases(deQuem)
  const tirar = async () => {
    const certo = await confirmar({
      titulo: `Apagar /${frase.atalho}?`,
      texto: 'O que já foi enviado com ela fica como está.',
      acao: 'Apagar frase',
      perigo: true,
    })
    if (certo) apagar.mutate(frase)
  }
  return (
    <li className="row gap-8">
      <span className="grow">
        <b>/{frase.atalho}</b>
        <span className="cinza quebra">{frase.texto}</span>
      </span>
      <Menu
        rotulo={`Ações de /${frase.atalho}`}
        trigger={
          <IconButton aria-label={`Ações de /${frase.atalho}`}>
            <MoreVertOutlined />
          </IconButton>
        }
      >
        <MenuItem onClick={() => editar(deQuem, frase)}>Mudar</MenuItem>
        <MenuItem danger onClick={() => void tirar()}>
          Apagar
        </MenuItem>
      </Menu>
    </li>
  )
}
