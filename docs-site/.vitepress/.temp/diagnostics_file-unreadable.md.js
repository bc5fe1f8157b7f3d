import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"file-unreadable","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/file-unreadable.md","filePath":"diagnostics/file-unreadable.md"}');
const _sfc_main = { name: "diagnostics/file-unreadable.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="file-unreadable" tabindex="-1">file-unreadable <a class="header-anchor" href="#file-unreadable" aria-label="Permalink to &quot;file-unreadable&quot;">​</a></h1><p>A specification or template cannot be read as UTF-8 text.</p><p>Specifications and templates are UTF-8. A byte order mark at the beginning is accepted; malformed UTF-8 is rejected.</p><p>A byte such as <code>0xE9</code> is an <code>é</code> in one encoding and something else in the next. A wrong guess would put other text into the SQL than the author wrote, and a comparison with stored values would find nothing.</p><p>The message points at the first malformed bytes. This page has no example, because the page is UTF-8 itself.</p><p>Save the file as UTF-8, or convert it, for example with <code>iconv -f latin1 -t utf-8</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/file-unreadable.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const fileUnreadable = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  fileUnreadable as default
};
