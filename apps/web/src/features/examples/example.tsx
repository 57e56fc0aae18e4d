/** A finished mockup in a list of them, with what it shows below. */
export const Example = ({ src, alt, caption }: { src: string | undefined; alt: string; caption: string }) => (
  <li>
    <img
      src={src}
      alt={alt}
      width={640}
      height={640}
      loading="lazy"
      decoding="async"
      className="aspect-square w-full rounded-lg object-cover outline-1 -outline-offset-1 outline-picture-edge"
    />
    <p className="mt-2 text-[13px] text-pencil">{caption}</p>
  </li>
)
